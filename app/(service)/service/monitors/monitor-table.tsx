"use client";

import type { ReactNode } from "react";
import { shortAddress } from "@/app/_client/address";
import { useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { useList } from "@/app/_client/use-list";
import type { Column } from "@/app/_ui/data-table";
import { ListTable } from "@/app/_ui/list-table";
import { EmptyState } from "@/app/_ui/states";
import { TextLink } from "@/app/_ui/text-link";
import { monitors as texts } from "@/messages/texts/monitors";
import { formatResponseTime, formatUptime } from "./_parts/figures";
import { type Monitor, MonitorState } from "./_parts/monitor-state";

const columns = (): readonly Column<Monitor>[] => [
  {
    id: "name",
    label: texts.columns.name,
    isRowHeader: true,
    cell: ({ id, name, url }) => (
      <>
        <TextLink href={`/service/monitors/${id}`} className="font-semibold">
          {name}
        </TextLink>
        <p className="wrap-anywhere text-sm font-normal text-soft">{shortAddress(url)}</p>
      </>
    ),
  },
  {
    id: "state",
    label: texts.columns.state,
    cell: (monitor) => (
      <>
        <MonitorState monitor={monitor} />
        {monitor.last_error ? <p className="mt-1 text-sm text-soft wrap-anywhere">{monitor.last_error}</p> : null}
      </>
    ),
  },
  {
    id: "day",
    label: texts.columns.day,
    isNumber: true,
    cell: ({ uptime_24h }) => formatUptime(uptime_24h),
  },
  {
    id: "month",
    label: texts.columns.month,
    isNumber: true,
    isExtra: true,
    cell: ({ uptime_30d }) => formatUptime(uptime_30d),
  },
  {
    id: "last",
    label: texts.columns.last,
    isNumber: true,
    cell: ({ last_response_ms }) => formatResponseTime(last_response_ms),
  },
];

export const MonitorTable = ({ addLink }: { addLink: ReactNode }) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const list = useList({
    queryKey: trpc.monitors.list.pathKey(),
    read: (at) => client.monitors.list.query({ limit: 50, ...at }),
  });
  return (
    <div>
      <ListTable
        list={list}
        columns={columns()}
        rowKey={({ id }) => id}
        count={texts.count}
        none={
          <EmptyState title={texts.none} action={addLink}>
            <p>{texts.noneText}</p>
          </EmptyState>
        }
        height={320}
      />
    </div>
  );
};
