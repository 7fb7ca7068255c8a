"use client";

import { useQuery } from "@tanstack/react-query";
import { type Outputs, useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { useList } from "@/app/_client/use-list";
import { FilterLinks } from "@/app/_ui/filter-links";
import { LoadMore } from "@/app/_ui/load-more";
import { EmptyState, FailedState, Skeleton } from "@/app/_ui/states";
import { findings } from "@/messages/texts/findings";
import { results } from "@/messages/texts/results";
import { adviseOnRule } from "@/server/domains/audits/rules";
import { AuditFrame } from "../_parts/audit-frame";
import { ComparedWith } from "../_parts/changes";
import { FindingList } from "../_parts/finding-list";
import type { Finding } from "../_parts/use-triage";
import { type ChangeKind, changeKinds, changesHref } from "./change-kinds";

const { changes: texts } = findings;

type Props = { audit_id: string; kind: ChangeKind; base?: string };

/** The findings behind the counts of a comparison, one list per kind of change. */
export const ChangesPage = (props: Props) => (
  <AuditFrame
    audit_id={props.audit_id}
    section="overview"
    words={{ title: texts.pageTitle, lead: texts.pageLead }}
    crumbs={[{ href: `/accessibility/audits/${props.audit_id}`, label: results.sections.overview }]}
  >
    {() => <Body {...props} />}
  </AuditFrame>
);

const Body = (props: Props) => {
  const { audit_id, kind, base } = props;
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(
    trpc.results.diff.queryOptions({ audit_id, limit: 1, ...(base ? { base } : {}) }, { staleTime: 60_000 }),
  );
  if (error && !data) return <FailedState error={error} onRetry={() => refetch()} />;
  if (!data) return <Skeleton heights={[44, 240]} />;
  const { counts } = data;
  if (!data.base || !counts)
    return (
      <EmptyState title={texts.pageTitle}>
        <p>{texts.first}</p>
      </EmptyState>
    );
  return (
    <>
      <p className="mb-3 text-soft">
        <ComparedWith audit={data.base} />
      </p>
      <FilterLinks
        label={texts.filter}
        current={kind}
        options={changeKinds.map((id) => ({
          id,
          label: texts.list({ kind: texts.kinds[id], count: counts[id] }),
          href: changesHref(audit_id, { kind: id, ...(base ? { base } : {}) }),
        }))}
      />
      <Changed key={kind} {...props} seenIn={kind === "fixed" ? data.base.id : audit_id} count={counts[kind]} />
      {counts.not_compared > 0 ? (
        <p className="prose mt-6 text-soft">{texts.notCompared({ count: counts.not_compared })}</p>
      ) : null}
    </>
  );
};

const failingPartOf = (finding: Finding) => adviseOnRule(finding.rule_id, finding).failingPart;

const Changed = ({ audit_id, kind, base, seenIn, count }: Props & { seenIn: string; count: number }) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { audit_id, kind, ...(base ? { base } : {}) };
  const list = useList<Outputs["results"]["diff"]["items"][number]>({
    queryKey: trpc.results.diff.queryKey(input),
    read: (at) => client.results.diff.query({ ...input, ...at }),
    staleTime: 60_000,
  });
  if (count === 0) return <p className="prose text-soft">{texts.none[kind]}</p>;
  const items = list.data ?? [];
  return (
    <section aria-labelledby="changed">
      <h2 id="changed" className="text-xl">
        {texts.kinds[kind]}
      </h2>
      <p className="prose text-soft">{texts.explain[kind]}</p>
      {list.isError ? <FailedState error={list.error} onRetry={() => list.refetch()} /> : null}
      {list.isPending ? <Skeleton heights={[240, 240]} /> : null}
      <p className="mb-4 mt-1 text-soft">
        {items.length > 0 ? texts.shown({ count: items.length, all: count }) : null}
      </p>
      <FindingList audit_id={seenIn} items={items} failingPartOf={failingPartOf} isMixed isGone={kind === "fixed"} />
      <LoadMore list={list} />
    </section>
  );
};
