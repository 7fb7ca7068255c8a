"use client";

import { X } from "lucide-react";
import { useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { useList } from "@/app/_client/use-list";
import { Link } from "@/app/_ui/link";
import { LoadMore } from "@/app/_ui/load-more";
import { FailedState, Skeleton } from "@/app/_ui/states";
import { findings } from "@/messages/texts/findings";
import { adviseOnRule } from "@/server/domains/audits/rules";
import { FindingList } from "../_parts/finding-list";
import { TriageAll } from "../_parts/triage-all";
import type { Finding } from "../_parts/use-triage";

const { components: texts } = findings;

const failingPartOf = (finding: Finding) => adviseOnRule(finding.rule_id, finding).failingPart;

/** Every finding in one component, page by page. */
export const ComponentFindings = ({ audit_id, id, label }: { audit_id: string; id: string; label: string }) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { audit_id, component: id };
  const list = useList({
    queryKey: trpc.results.issues.queryKey(input),
    read: (at) => client.results.issues.query({ ...input, ...at }),
    staleTime: 60_000,
  });
  const items = list.data ?? [];
  return (
    <section aria-labelledby="inside">
      <h2 id="inside" className="text-xl">
        {texts.inside}
      </h2>
      <p className="mt-2">
        <Link
          href={`/accessibility/audits/${audit_id}/components`}
          className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-full border border-accent bg-accent-tint px-4 font-medium text-accent"
        >
          <span className="min-w-0 font-mono text-sm wrap-anywhere">{label}</span>
          <span className="sr-only">{texts.remove}</span>
          <X className="size-4 shrink-0" aria-hidden="true" />
        </Link>
      </p>
      {list.isError ? <FailedState error={list.error} onRetry={() => list.refetch()} /> : null}
      {list.isPending ? <Skeleton heights={[240, 240]} /> : null}
      <p className="mb-4 mt-1 text-soft">{items.length > 0 ? texts.insideCaption({ shown: items.length }) : null}</p>
      <div className="mb-4">
        <TriageAll audit_id={audit_id} about="component" scope={{ component: id }} />
      </div>
      <FindingList audit_id={audit_id} items={items} failingPartOf={failingPartOf} isMixed />
      <LoadMore list={list} />
    </section>
  );
};
