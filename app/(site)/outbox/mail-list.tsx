"use client";

import { useQuery } from "@tanstack/react-query";
import { readProblem } from "@/app/_client/problem";
import { withQuery } from "@/app/_client/search-params";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { outbox as texts } from "@/app/_texts/outbox";
import { Button } from "@/app/_ui/button";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { Moment } from "@/app/_ui/moment";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { EmptyState, FailedState, Skeleton } from "@/app/_ui/states";
import { TextLink } from "@/app/_ui/text-link";

type Mail = Outputs["outbox"]["list"]["messages"][number];

const lookEvery_ms = 5_000;

const columnsOf = (key: string): readonly Column<Mail>[] => [
  {
    id: "subject",
    label: texts.subject,
    isRowHeader: true,
    cell: ({ id, subject }) => (
      <TextLink href={withQuery(`/outbox/${id}`, { key })} className="font-medium">
        {subject}
      </TextLink>
    ),
  },
  { id: "to", label: texts.to, cell: ({ to }) => <span className="wrap-anywhere">{to}</span> },
  { id: "at", label: texts.at, cell: ({ at }) => <Moment at={at} /> },
];

export const MailList = ({ outboxKey: key }: { outboxKey: string }) => {
  const trpc = useTRPC();
  const list = useQuery(trpc.outbox.list.queryOptions({ key }, { refetchInterval: lookEvery_ms }));
  const isRefused = list.isError && readProblem(list.error).code === "forbidden";
  const mails = list.data?.messages;
  return (
    <>
      <DocumentTitle parts={[texts.title]} />
      <PageHeading
        lead={isRefused ? texts.wrongKey : texts.lead}
        actions={isRefused ? null : <Button onPress={() => list.refetch()}>{texts.refresh}</Button>}
      >
        {texts.title}
      </PageHeading>
      {list.isPending ? <Skeleton heights={[240]} /> : null}
      {list.isError && !isRefused ? <FailedState error={list.error} onRetry={() => list.refetch()} /> : null}
      {mails?.length === 0 ? (
        <EmptyState title={texts.emptyTitle}>
          <p>{texts.empty}</p>
        </EmptyState>
      ) : null}
      {mails && mails.length > 0 ? (
        <DataTable
          caption={texts.caption(mails.length)}
          columns={columnsOf(key)}
          rows={mails}
          rowKey={({ id }) => id}
        />
      ) : null}
    </>
  );
};
