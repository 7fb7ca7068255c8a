"use client";

import { type Outputs, useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { useList } from "@/app/_client/use-list";
import type { Column } from "@/app/_ui/data-table";
import { ListTable } from "@/app/_ui/list-table";
import { Moment } from "@/app/_ui/moment";
import { service } from "@/messages/texts/service";
import { type Filters, toInput } from "./filters";

const { log: texts } = service;

type Entry = Outputs["auditLog"]["list"]["items"][number];

const nameOf = ({ actor }: Entry): string => actor.name ?? (actor.type === "user" ? texts.gone : texts.system);

const targetOf = ({ action, target }: Entry): string =>
  target && !action.startsWith("session.") ? (target.name ?? texts.targetGone) : "–";

const columnsFor = (showsAddress: boolean): readonly Column<Entry>[] => [
  {
    id: "what",
    label: texts.columns.what,
    isRowHeader: true,
    cell: (entry) => (
      <span className="break-words font-normal">
        <span className="font-semibold">{nameOf(entry)}</span> {entry.action_text}
      </span>
    ),
  },
  {
    id: "target",
    label: texts.columns.target,
    cell: (entry) => <span className="wrap-anywhere">{targetOf(entry)}</span>,
  },
  { id: "when", label: texts.columns.when, cell: ({ created_at }) => <Moment at={created_at} /> },
  ...(showsAddress
    ? [
        {
          id: "ip",
          label: texts.columns.ip,
          isExtra: true,
          cell: ({ ip }: Entry) => <span className="tabular-nums wrap-anywhere">{ip ?? "–"}</span>,
        },
      ]
    : []),
];

export const LogTable = ({ filters, showsAddress }: { filters: Filters; showsAddress: boolean }) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const list = useList({
    queryKey: [...trpc.auditLog.list.pathKey(), filters],
    read: (at) => client.auditLog.list.query({ limit: 50, ...toInput(filters), ...at }),
  });
  const rows = list.data ?? [];
  return (
    <>
      <p role="status" className={rows.length > 0 ? "sr-only" : "text-soft"}>
        {list.isSuccess
          ? rows.length > 0
            ? texts.count({ count: rows.length, more: list.hasNextPage })
            : texts.empty
          : ""}
      </p>
      <ListTable
        list={list}
        columns={columnsFor(showsAddress)}
        rowKey={({ id }) => id}
        count={texts.count}
        none={null}
        height={360}
      />
    </>
  );
};
