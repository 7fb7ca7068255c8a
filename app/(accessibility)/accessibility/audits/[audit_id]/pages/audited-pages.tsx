"use client";

import { shortAddress } from "@/app/_client/address";
import { scoreRange } from "@/app/_client/score";
import { withQuery } from "@/app/_client/search-params";
import { type Outputs, useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { useList } from "@/app/_client/use-list";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { FilterLinks } from "@/app/_ui/filter-links";
import { LoadMore } from "@/app/_ui/load-more";
import { EmptyState, FailedState, Skeleton } from "@/app/_ui/states";
import { TextLink } from "@/app/_ui/text-link";
import { formatNumber } from "@/messages/runtime/formats";
import { results } from "@/messages/texts/results";
import { AuditFrame } from "../_parts/audit-frame";
import { countFindings } from "../_parts/count-findings";
import { useResults } from "../_parts/use-results";

const { pages: texts } = results;

type Page = Outputs["results"]["pages"]["items"][number];

/** The group or journey whose pages are listed. */
type Only = { group: string | undefined; journey: string | undefined };

export const AuditedPages = ({ audit_id, only }: { audit_id: string; only: Only }) => (
  <AuditFrame audit_id={audit_id} section="pages" words={{ title: texts.title, lead: texts.lead }}>
    {(audit) => (
      <>
        <GroupFilter audit_id={audit_id} only={only} />
        <JourneyFilter audit_id={audit_id} only={only} />
        <PageTable
          key={JSON.stringify(only)}
          audit_id={audit_id}
          total={audit.pages_done + audit.pages_failed}
          only={only}
        />
      </>
    )}
  </AuditFrame>
);

const columnsOf = (audit_id: string): readonly Column<Page>[] => [
  {
    id: "page",
    label: texts.page,
    isRowHeader: true,
    cell: ({ id, url, title, journey }) => (
      <>
        <TextLink href={`/accessibility/audits/${audit_id}/pages/${id}`} className="font-medium">
          {title || shortAddress(url)}
        </TextLink>
        {title ? (
          <p className="wrap-anywhere text-sm font-normal text-soft">
            {journey ? texts.journey({ name: journey.name }) : shortAddress(url)}
          </p>
        ) : null}
      </>
    ),
  },
  { id: "score", label: texts.score, isNumber: true, cell: ({ scores }) => scoreRange(scores) },
  { id: "findings", label: texts.findings, isNumber: true, cell: countFindings },
  {
    id: "review",
    label: texts.review,
    isNumber: true,
    cell: ({ counts }) => formatNumber(counts.needs_review),
  },
];

/** Filters pages by their group in the URL list; hidden if no page has a group. */
const GroupFilter = ({ audit_id, only: { group, journey } }: { audit_id: string; only: Only }) => {
  const { data } = useResults(audit_id);
  const named = (data?.scope.url_list?.groups ?? []).flatMap(({ name, pages }) => (name ? [{ name, pages }] : []));
  if (named.length === 0) return null;
  const href = `/accessibility/audits/${audit_id}/pages`;
  const options = named.map(({ name, pages }) => ({
    id: `group ${name}`,
    label: texts.groupCount({ name, pages }),
    href: withQuery(href, { group: name, journey }),
  }));
  return (
    <div className="mb-4">
      <FilterLinks
        label={texts.group}
        current={group ? `group ${group}` : "all"}
        options={[{ id: "all", label: texts.allGroups, href: withQuery(href, { journey }) }, ...options]}
      />
    </div>
  );
};

/** Filters pages by the journey that leads to them; hidden if the audit has no journeys. */
const JourneyFilter = ({ audit_id, only: { group, journey } }: { audit_id: string; only: Only }) => {
  const journeys = useResults(audit_id).data?.scope.journeys ?? [];
  if (journeys.length === 0) return null;
  const href = `/accessibility/audits/${audit_id}/pages`;
  const options = journeys.map(({ name, pages }) => ({
    id: `journey ${name}`,
    label: texts.journeyCount({ name, pages }),
    href: withQuery(href, { group, journey: name }),
  }));
  return (
    <div className="mb-4">
      <FilterLinks
        label={texts.byJourney}
        current={journey ? `journey ${journey}` : "all"}
        options={[{ id: "all", label: texts.allGroups, href: withQuery(href, { group }) }, ...options]}
      />
    </div>
  );
};

const emptyTitle = ({ group, journey }: Only): string => {
  if (journey) return texts.noneInJourney;
  return group ? texts.noneInGroup : texts.empty;
};

/** Returns the number of pages that the filter selects; null if it isn't known. */
const countOnly = (scope: Outputs["results"]["get"]["scope"] | undefined, { group, journey }: Only): number | null => {
  if (group && journey) return null;
  if (journey) return scope?.journeys.find(({ name }) => name === journey)?.pages ?? null;
  return scope?.url_list?.groups.find(({ name }) => name === group)?.pages ?? null;
};

const PageTable = ({ audit_id, total, only }: { audit_id: string; total: number; only: Only }) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { group, journey } = only;
  const { data: found } = useResults(audit_id);
  const list = useList({
    queryKey: [...trpc.results.pages.pathKey(), audit_id, group ?? null, journey ?? null],
    read: (at) =>
      client.results.pages.query({
        ...{ audit_id, limit: 50 },
        ...(group ? { group } : {}),
        ...(journey ? { journey } : {}),
        ...at,
      }),
  });
  if (list.isError) return <FailedState error={list.error} onRetry={() => list.refetch()} />;
  if (!list.data) return <Skeleton heights={[520]} />;
  const rows = list.data;
  if (rows.length === 0) return <EmptyState title={emptyTitle(only)}>{null}</EmptyState>;
  const selected = countOnly(found?.scope, only) ?? rows.length;
  const all = Math.max(group || journey ? selected : total, rows.length);
  return (
    <>
      <DataTable
        caption={texts.caption({ shown: rows.length, all, isAll: rows.length >= all })}
        columns={columnsOf(audit_id)}
        rows={rows}
        rowKey={({ id }) => id}
      />
      <LoadMore list={list} />
    </>
  );
};
