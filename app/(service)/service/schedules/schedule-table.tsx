"use client";

import { useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { useList } from "@/app/_client/use-list";
import type { Column } from "@/app/_ui/data-table";
import { ListTable } from "@/app/_ui/list-table";
import { EmptyState } from "@/app/_ui/states";
import { TextLink } from "@/app/_ui/text-link";
import { schedules as texts } from "@/messages/texts/schedules";
import { describeTiming, type Schedule } from "./_parts/describe-timing";
import { ScheduleActions } from "./_parts/schedule-actions";
import { LastRun, NextRun } from "./_parts/schedule-state";

const columnsFor = (mayChange: boolean): readonly Column<Schedule>[] => [
  {
    id: "website",
    label: texts.columns.website,
    isRowHeader: true,
    cell: ({ id, website_name }) => (
      <TextLink
        href={`/service/schedules/${id}`}
        aria-label={texts.open({ name: website_name })}
        className="font-semibold"
      >
        {website_name}
      </TextLink>
    ),
  },
  {
    id: "when",
    label: texts.columns.when,
    cell: (schedule) => (
      <>
        {describeTiming(schedule)}
        <p className="text-sm text-soft">{texts.inZone({ zone: schedule.time_zone })}</p>
      </>
    ),
  },
  { id: "next", label: texts.columns.next, cell: (schedule) => <NextRun schedule={schedule} /> },
  { id: "last", label: texts.columns.last, isExtra: true, cell: (schedule) => <LastRun schedule={schedule} /> },
  ...(mayChange
    ? [
        {
          id: "action",
          label: texts.columns.action,
          cell: (schedule: Schedule) => <ScheduleActions schedule={schedule} />,
        },
      ]
    : []),
];

export const ScheduleTable = ({ mayChange }: { mayChange: boolean }) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const list = useList({
    queryKey: trpc.schedules.list.pathKey(),
    read: (at) => client.schedules.list.query({ limit: 50, ...at }),
  });
  return (
    <ListTable
      list={list}
      columns={columnsFor(mayChange)}
      rowKey={({ id }) => id}
      count={texts.count}
      none={
        <EmptyState title={texts.empty}>
          <p>{mayChange ? texts.emptyText : texts.emptyReadOnly}</p>
        </EmptyState>
      }
      height={320}
    />
  );
};
