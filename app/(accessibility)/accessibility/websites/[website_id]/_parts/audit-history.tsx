"use client";

import { wholeScore } from "@/app/_client/score";
import { withQuery } from "@/app/_client/search-params";
import { type Outputs, useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { useList } from "@/app/_client/use-list";
import { audits as auditTexts } from "@/app/_texts/audits";
import { websites } from "@/app/_texts/websites";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { FilterLinks } from "@/app/_ui/filter-links";
import { LoadMore } from "@/app/_ui/load-more";
import { Moment } from "@/app/_ui/moment";
import { FailedState, Skeleton } from "@/app/_ui/states";
import { TextLink } from "@/app/_ui/text-link";

const { history: texts } = auditTexts;

type Audit = Outputs["audits"]["list"]["items"][number];
export type AuditStatus = Audit["status"];

const statuses = ["completed", "in_progress", "failed", "cancelled"] as const satisfies readonly AuditStatus[];

/** The status that an address names; undefined shows every audit. */
export const statusOf = (text: string | undefined): AuditStatus | undefined =>
  statuses.find((status) => status === text);

const stateOf = ({ status, queue_position }: Audit): string =>
  queue_position === null ? websites.states[status] : auditTexts.live.waitingAt(queue_position);

const columns: readonly Column<Audit>[] = [
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
  { id: "pages", label: texts.pages, isNumber: true, cell: ({ pages_done }) => pages_done.toLocaleString("en-GB") },
  { id: "score", label: texts.score, isNumber: true, cell: ({ scores }) => wholeScore(scores.accessibility) ?? "–" },
];

type Props = { website_id: string; status: AuditStatus | undefined };

/** Every audit of a website, newest first, or those of one status. */
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
      <DataTable caption={texts.caption(list.data.length)} columns={columns} rows={list.data} rowKey={({ id }) => id} />
      <LoadMore list={list} />
    </>
  );
};
