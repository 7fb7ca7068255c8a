"use client";

import { type Outputs, useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { useList } from "@/app/_client/use-list";
import type { Column } from "@/app/_ui/data-table";
import { ListTable } from "@/app/_ui/list-table";
import { TextLink } from "@/app/_ui/text-link";
import { schedules } from "@/messages/texts/schedules";
import type { Schedule } from "../_parts/describe-timing";
import { describeOutcome } from "../_parts/schedule-state";
import { describeMoment, ZoneMoment } from "../_parts/zone-moment";

const { runs: texts } = schedules;

type Run = Outputs["schedules"]["runs"]["items"][number];

const columnsFor = (zone: string): readonly Column<Run>[] => [
  {
    id: "due",
    label: texts.columns.due,
    isRowHeader: true,
    cell: ({ due_at }) => (
      <span className="font-normal">
        <ZoneMoment at={due_at} zone={zone} />
      </span>
    ),
  },
  { id: "outcome", label: texts.columns.outcome, cell: describeOutcome },
  { id: "why", label: texts.columns.why, cell: ({ reason }) => reason ?? "–" },
  {
    id: "audit",
    label: texts.columns.audit,
    cell: ({ audit_id, due_at }) =>
      audit_id ? (
        <TextLink
          href={`/accessibility/audits/${audit_id}`}
          aria-label={texts.openOf({ when: describeMoment(due_at, zone) })}
        >
          {texts.open}
        </TextLink>
      ) : (
        "–"
      ),
  },
];

/** Run history of a schedule, newest first. */
export const RunTable = ({ schedule: { id, time_zone } }: { schedule: Schedule }) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const list = useList({
    queryKey: [...trpc.schedules.runs.pathKey(), id],
    read: (at) => client.schedules.runs.query({ id, limit: 20, ...at }),
  });
  return (
    <ListTable
      list={list}
      columns={columnsFor(time_zone)}
      rowKey={({ due_at }) => due_at}
      count={texts.count}
      none={<p className="text-soft">{texts.empty}</p>}
      height={160}
    />
  );
};
