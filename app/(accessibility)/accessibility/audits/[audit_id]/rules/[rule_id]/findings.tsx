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
import { type RankedRule, type Results, ruleHref } from "../../_parts/rank";
import { TriageAll } from "../../_parts/triage-all";
import { type FindingFilters, writeFilters } from "./finding-filters";
import { FoundInFilter } from "./found-in-filter";
import { JourneyFilter } from "./journey-filter";
import type { Status } from "./status-filter";
import { StatusFilter } from "./status-filter-links";
import { ViewFilter } from "./view-filter";

const { rule: texts } = results;

type Props = {
  audit_id: string;
  rule_id: string;
  filters: FindingFilters;
  isReview: boolean;
  status?: Status;
  rule: RankedRule;
  results: Results;
};

type InputParts = Pick<Props, "audit_id" | "rule_id" | "filters" | "isReview"> & { status: Status | undefined };

const inputOf = ({ audit_id, rule_id, filters, isReview, status }: InputParts) => ({
  audit_id,
  rule_id,
  ...filters,
  ...(isReview ? { impact: "needs_review" as const } : {}),
  ...(status ? { status } : {}),
});

type FilterProps = Pick<Props, "audit_id" | "rule_id" | "filters" | "isReview" | "rule" | "results"> & {
  status: Status | undefined;
  /** Whether any listed finding occurs only in a state other than the initial one, for example with a menu open. */
  hasStates: boolean;
};

/** Filters that are kept in the URL. Changing one keeps the others. */
const Filters = ({ audit_id, rule_id, filters, isReview, rule, results: found, status, hasStates }: FilterProps) => {
  const { found_in, view, journey } = filters;
  const href = (change: Partial<Record<keyof FindingFilters, string | undefined>>) =>
    withQuery(ruleHref(audit_id, rule), { ...writeFilters({ ...filters, ...change }), status });
  return (
    <>
      <StatusFilter
        audit_id={audit_id}
        rule_id={rule_id}
        href={withQuery(ruleHref(audit_id, rule), writeFilters(filters))}
        status={status}
        isReview={isReview}
      />
      <FoundInFilter
        href={(found) => href({ found_in: found })}
        isInState={found_in === "state"}
        isNeeded={found_in === "state" || hasStates}
      />
      <ViewFilter
        href={(next) => href({ view: next })}
        view={view}
        views={["usual", ...found.audit.effective_options.views]}
      />
      <JourneyFilter href={(next) => href({ journey: next })} journey={journey} journeys={found.scope.journeys} />
    </>
  );
};

/** The elements that fail the rule, or those that need review, page by page. */
export const Findings = (props: Props) => {
  const { audit_id, rule_id, filters, status, rule } = props;
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = inputOf({ ...props, status });
  const list = useList({
    queryKey: trpc.results.issues.queryKey(input),
    read: (at) => client.results.issues.query({ ...input, ...at }),
    staleTime: 60_000,
  });
  const items = list.data ?? [];
  const { page_id, ...others } = filters;
  const onPage = page_id ? (items[0]?.page_url ?? null) : undefined;
  const isFiltered = status !== undefined || Object.keys(filters).length > 0;
  return (
    <section aria-labelledby="findings" className="mt-10">
      <h2 id="findings" className="text-xl">
        {texts.findings}
      </h2>
      <Filters {...props} status={status} hasStates={items.some(({ reach }) => reach !== null)} />
      {page_id && items[0] ? (
        <p className="mt-2">
          <Link
            href={withQuery(ruleHref(audit_id, rule), { ...writeFilters(others), status })}
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
        {isFiltered ? null : texts.findingsCaption({ shown: items.length, all: rule.nodes })}
        {isFiltered && list.data?.length === 0 ? texts.noneMatch : null}
      </p>
      {onPage === null ? null : <TriageRule audit_id={audit_id} rule_id={rule_id} page_url={onPage} />}
      <FindingList audit_id={audit_id} items={items} failingPartOf={() => rule.advice.failingPart} />
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
