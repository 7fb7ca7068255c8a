"use client";

import { shortAddress } from "@/app/_client/address";
import { scoreRange } from "@/app/_client/score";
import { type Outputs, useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { useList } from "@/app/_client/use-list";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { LoadMore } from "@/app/_ui/load-more";
import { EmptyState, FailedState, Skeleton } from "@/app/_ui/states";
import { TextLink } from "@/app/_ui/text-link";
import { formatNumber } from "@/messages/runtime/formats";
import { results } from "@/messages/texts/results";
import { AuditFrame } from "../_parts/audit-frame";
import { pageProblems } from "../_parts/page-problems";

const { pages: texts } = results;

type Page = Outputs["results"]["pages"]["items"][number];

export const AuditedPages = ({ audit_id }: { audit_id: string }) => (
  <AuditFrame audit_id={audit_id} section="pages" words={{ title: texts.title, lead: texts.lead }}>
    {(audit) => <PageTable audit_id={audit_id} total={audit.pages_done + audit.pages_failed} />}
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
  { id: "problems", label: texts.problems, isNumber: true, cell: pageProblems },
  {
    id: "review",
    label: texts.review,
    isNumber: true,
    cell: ({ counts }) => formatNumber(counts.needs_review),
  },
];

const PageTable = ({ audit_id, total }: { audit_id: string; total: number }) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const list = useList({
    queryKey: [...trpc.results.pages.pathKey(), audit_id],
    read: (at) => client.results.pages.query({ audit_id, limit: 50, ...at }),
  });
  if (list.isError) return <FailedState error={list.error} onRetry={() => list.refetch()} />;
  if (!list.data) return <Skeleton heights={[520]} />;
  const rows = list.data;
  if (rows.length === 0) return <EmptyState title={texts.empty}>{null}</EmptyState>;
  return (
    <>
      <DataTable
        caption={texts.caption({ shown: rows.length, all: Math.max(total, rows.length), isAll: rows.length >= total })}
        columns={columnsOf(audit_id)}
        rows={rows}
        rowKey={({ id }) => id}
      />
      <LoadMore list={list} />
    </>
  );
};
