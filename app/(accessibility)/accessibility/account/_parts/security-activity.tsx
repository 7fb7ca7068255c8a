"use client";

import { type Outputs, useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { useList } from "@/app/_client/use-list";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { LoadMore } from "@/app/_ui/load-more";
import { Moment } from "@/app/_ui/moment";
import { FailedState, Skeleton } from "@/app/_ui/states";
import { account } from "@/messages/texts/account";

const { page: texts } = account;

type Entry = Outputs["account"]["securityLog"]["items"][number];

const atOnce = 10;

const columns = (): readonly Column<Entry>[] => [
  { id: "event", label: texts.activityWhat, isRowHeader: true, cell: ({ event_text }) => event_text },
  { id: "agent", label: texts.where, cell: ({ agent }) => agent },
  { id: "ip", label: texts.network, cell: ({ ip }) => <span className="wrap-anywhere">{ip}</span> },
  { id: "when", label: texts.activityWhen, cell: ({ created_at }) => <Moment at={created_at} /> },
];

export const SecurityActivity = () => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const list = useList({
    queryKey: trpc.account.securityLog.queryKey(),
    read: (at) => client.account.securityLog.query({ limit: atOnce, ...at }),
  });
  if (list.isError) return <FailedState error={list.error} onRetry={() => list.refetch()} />;
  if (!list.data) return <Skeleton heights={[160]} />;
  if (list.data.length === 0) return <p className="text-soft">{texts.activityNone}</p>;
  return (
    <>
      <DataTable caption={texts.activityCaption} columns={columns()} rows={list.data} rowKey={({ id }) => id} />
      <LoadMore list={list} />
    </>
  );
};
