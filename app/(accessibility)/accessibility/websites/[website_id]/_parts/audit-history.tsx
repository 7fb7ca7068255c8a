"use client";

import { scoreRange } from "@/app/_client/score";
import { withQuery } from "@/app/_client/search-params";
import { type Outputs, useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { useList } from "@/app/_client/use-list";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { FilterLinks } from "@/app/_ui/filter-links";
import { LoadMore } from "@/app/_ui/load-more";
import { Moment } from "@/app/_ui/moment";
import { FailedState, Skeleton } from "@/app/_ui/states";
import { TextLink } from "@/app/_ui/text-link";
import { formatNumber } from "@/messages/runtime/formats";
import { audits as auditTexts } from "@/messages/texts/audits";
import { websites } from "@/messages/texts/websites";

const { history: texts } = auditTexts;

type Audit = Outputs["audits"]["list"]["items"][number];
export type AuditStatus = Audit["status"];

const statuses = ["completed", "in_progress", "failed", "cancelled"] as const satisfies readonly AuditStatus[];

/** Returns the status named in the URL, or undefined to show all audits. */
export const statusOf = (text: string | undefined): AuditStatus | undefined =>
  statuses.find((status) => status === text);

const stateOf = ({ status, queue_position, partial }: Audit): string => {
  if (queue_position !== null) return auditTexts.live.waitingAt({ place: queue_position });
  return partial ? auditTexts.partial.state({ status: websites.states[status] }) : websites.states[status];
};

const columns = (): readonly Column<Audit>[] => [
  {
    id: "started",
    label: texts.started,
    isRowHeader: true,
    cell: ({ id, created_at }) => (
      <TextLink href={`/accessibility/audits/${id}`} className="font-medium">
        <Moment at={created_at} />
      </TextLink>
    ),
  },
  { id: "status", label: texts.status, cell: (audit) => stateOf(audit) },
  { id: "pages", label: texts.pages, isNumber: true, cell: ({ pages_done }) => formatNumber(pages_done) },
  { id: "score", label: texts.score, isNumber: true, cell: ({ scores }) => scoreRange(scores) },
];

type Props = { website_id: string; status: AuditStatus | undefined };

/** The audits of a website, newest first. If `status` is set, lists only audits with this status. */
export const AuditHistory = ({ website_id, status }: Props) => {
  const base = `/accessibility/websites/${website_id}`;
  return (
    <section aria-labelledby="history" className="mt-12">
      <h2 id="history" className="mb-4 text-xl">
        {texts.title}
      </h2>
      <FilterLinks
        label={texts.filter}
        current={status ?? "all"}
        options={[
          { id: "all", label: texts.all, href: base },
          ...statuses.map((each) => ({
            id: each,
            label: websites.states[each],
            href: withQuery(base, { status: each }),
          })),
        ]}
      />
      <AuditTable website_id={website_id} status={status} />
    </section>
  );
};

const AuditTable = ({ website_id, status }: Props) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const filter = { website_id, ...(status ? { status } : {}) };
  const list = useList({
    queryKey: trpc.audits.list.queryKey(filter),
    read: (at) => client.audits.list.query({ ...filter, ...at }),
  });
  if (list.isError) return <FailedState error={list.error} onRetry={() => list.refetch()} />;
  if (!list.data) return <Skeleton heights={[200]} />;
  if (list.data.length === 0) return <p className="text-soft">{texts.none}</p>;
  return (
    <>
      <DataTable
        caption={texts.caption({ count: list.data.length })}
        columns={columns()}
        rows={list.data}
        rowKey={({ id }) => id}
      />
      <LoadMore list={list} />
    </>
  );
};
