"use client";

import { useQuery } from "@tanstack/react-query";
import { outbox as texts } from "@/messages/texts/outbox";
import { readProblem } from "../../_client/problem";
import { type Outputs, useTRPC } from "../../_client/trpc";
import { Button } from "../../_ui/button";
import { type Column, DataTable } from "../../_ui/data-table";
import { Moment } from "../../_ui/moment";
import { DocumentTitle, PageHeading } from "../../_ui/page-heading";
import { EmptyState, FailedState, Skeleton } from "../../_ui/states";
import { TextLink } from "../../_ui/text-link";

type Email = Outputs["outbox"]["list"]["messages"][number];

const refreshEvery_ms = 5_000;

const columns = (): readonly Column<Email>[] => [
  {
    id: "subject",
    label: texts.subject,
    isRowHeader: true,
    cell: ({ id, subject }) => (
      <TextLink href={`/outbox/${id}`} className="font-medium">
        {subject}
      </TextLink>
    ),
  },
  { id: "to", label: texts.to, cell: ({ to }) => <span className="wrap-anywhere">{to}</span> },
  { id: "at", label: texts.at, cell: ({ at }) => <Moment at={at} /> },
];

export const EmailList = () => {
  const trpc = useTRPC();
  const list = useQuery(
    trpc.outbox.list.queryOptions({}, { refetchInterval: ({ state }) => (state.error ? false : refreshEvery_ms) }),
  );
  const isRefused = list.isError && readProblem(list.error).code === "forbidden";
  const emails = list.data?.messages;
  return (
    <>
      <DocumentTitle parts={[texts.title]} />
      <PageHeading
        lead={isRefused ? texts.noKey : texts.lead}
        actions={isRefused ? null : <Button onPress={() => list.refetch()}>{texts.refresh}</Button>}
      >
        {texts.title}
      </PageHeading>
      {list.isPending ? <Skeleton heights={[240]} /> : null}
      {list.isError && !isRefused ? <FailedState error={list.error} onRetry={() => list.refetch()} /> : null}
      {emails?.length === 0 ? (
        <EmptyState title={texts.emptyTitle}>
          <p>{texts.empty}</p>
        </EmptyState>
      ) : null}
      {emails && emails.length > 0 ? (
        <DataTable
          caption={texts.caption({ count: emails.length })}
          columns={columns()}
          rows={emails}
          rowKey={({ id }) => id}
        />
      ) : null}
    </>
  );
};
