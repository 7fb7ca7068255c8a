"use client";

import { X } from "lucide-react";
import { shortAddress } from "@/app/_client/address";
import { withQuery } from "@/app/_client/search-params";
import { useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { useList } from "@/app/_client/use-list";
import { Link } from "@/app/_ui/link";
import { LoadMore } from "@/app/_ui/load-more";
import { FailedState, Skeleton } from "@/app/_ui/states";
import { results } from "@/messages/texts/results";
import { FindingList } from "../../_parts/finding-list";
import { type Problem, ruleHref } from "../../_parts/rank";
import { TriageAll } from "../../_parts/triage-all";
import { FoundInFilter } from "./found-in-filter";
import type { Status } from "./status-filter";
import { StatusFilter } from "./status-filter-links";

const { rule: texts } = results;

type Props = {
  audit_id: string;
  rule_id: string;
  page_id: string | undefined;
  isReview: boolean;
  /** Whether to list only findings in states of pages, such as open menus. */
  isInState: boolean;
  status?: Status;
  problem: Problem;
};

const inputOf = ({ audit_id, rule_id, page_id, isReview, isInState, status }: Omit<Props, "problem">) => ({
  audit_id,
  rule_id,
  ...(page_id ? { page_id } : {}),
  ...(isReview ? { impact: "needs_review" as const } : {}),
  ...(isInState ? { found_in: "state" as const } : {}),
  ...(status ? { status } : {}),
});

/** The elements that fail the rule, or those that need review, page by page. */
export const Findings = ({ audit_id, rule_id, page_id, isReview, isInState, status, problem }: Props) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = inputOf({ audit_id, rule_id, page_id, isReview, isInState, ...(status ? { status } : {}) });
  const list = useList({
    queryKey: trpc.results.issues.queryKey(input),
    read: (at) => client.results.issues.query({ ...input, ...at }),
    staleTime: 60_000,
  });
  const items = list.data ?? [];
  const onPage = page_id ? (items[0]?.page_url ?? null) : undefined;
  const total = page_id || status || isInState ? undefined : problem.nodes;
  return (
    <section aria-labelledby="findings" className="mt-10">
      <h2 id="findings" className="text-xl">
        {texts.findings}
      </h2>
      <StatusFilter
        audit_id={audit_id}
        rule_id={rule_id}
        href={withQuery(ruleHref(audit_id, problem), { page: page_id })}
        status={status}
        isReview={isReview}
      />
      <FoundInFilter
        href={(found) => withQuery(ruleHref(audit_id, problem), { page: page_id, found })}
        isInState={isInState}
        isNeeded={isInState || items.some(({ reach }) => reach !== null)}
      />
      {page_id && items[0] ? (
        <p className="mt-2">
          <Link
            href={ruleHref(audit_id, problem)}
            scroll={false}
            aria-label={texts.removeFilter}
            className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-full border border-accent bg-accent-tint px-4 font-medium text-accent"
          >
            <span className="min-w-0 wrap-anywhere">{texts.onlyPage({ page: shortAddress(items[0].page_url) })}</span>
            <X className="size-4 shrink-0" aria-hidden="true" />
          </Link>
        </p>
      ) : null}
      {list.isError ? <FailedState error={list.error} onRetry={() => list.refetch()} /> : null}
      {list.isPending ? <Skeleton heights={[240, 240]} /> : null}
      <p className="mb-4 mt-1 text-soft">
        {total === undefined ? null : texts.findingsCaption({ shown: items.length, all: total })}
      </p>
      {onPage === null ? null : <TriageRule audit_id={audit_id} rule_id={rule_id} page_url={onPage} />}
      <FindingList audit_id={audit_id} items={items} failingPartOf={() => problem.advice.failingPart} />
      <LoadMore list={list} />
    </section>
  );
};

type TriageProps = { audit_id: string; rule_id: string; page_url: string | undefined };

const TriageRule = ({ audit_id, rule_id, page_url }: TriageProps) => (
  <div className="mb-4">
    <TriageAll
      audit_id={audit_id}
      about={page_url ? "ruleOnPage" : "rule"}
      scope={{ rule_id, ...(page_url ? { page_url } : {}) }}
    />
  </div>
);
