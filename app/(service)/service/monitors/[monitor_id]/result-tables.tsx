"use client";

import { CircleCheck, OctagonAlert } from "lucide-react";
import type { ReactNode } from "react";
import { type Outputs, useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { useList } from "@/app/_client/use-list";
import type { Column } from "@/app/_ui/data-table";
import { ListTable } from "@/app/_ui/list-table";
import { Moment } from "@/app/_ui/moment";
import { formatDuration } from "@/messages/runtime/formats";
import { monitors } from "@/messages/texts/monitors";
import { formatResponseTime } from "../_parts/figures";

type Incident = Outputs["monitors"]["incidents"]["items"][number];
type Check = Outputs["monitors"]["checks"]["items"][number];

type ResultProps<Row> = {
  id: string;
  texts: { title: string; none: string; count: (values: { count: number; more: boolean }) => string };
  list: ReturnType<typeof useList<Row>>;
  columns: readonly Column<Row>[];
};

/** A list with its own heading. */
const Results = <Row extends { id: string }>({ id, texts, list, columns }: ResultProps<Row>) => (
  <section aria-labelledby={id}>
    <h2 id={id} className="mb-3 text-lg">
      {texts.title}
    </h2>
    <ListTable
      list={list}
      columns={columns}
      rowKey={(row) => row.id}
      count={texts.count}
      none={<p className="text-soft">{texts.none}</p>}
      height={160}
    />
  </section>
);

const OutcomeMark = ({ ok, children }: { ok: boolean; children: ReactNode }) => {
  const Icon = ok ? CircleCheck : OctagonAlert;
  return (
    <span className="flex items-start gap-1.5">
      <Icon className={`mt-0.5 size-5 shrink-0 ${ok ? "text-passed" : "text-critical"}`} aria-hidden="true" />
      <span className="wrap-anywhere">{children}</span>
    </span>
  );
};

const { incidents, checks } = monitors;

const incidentColumns = (): readonly Column<Incident>[] => [
  {
    id: "started",
    label: incidents.columns.started,
    isRowHeader: true,
    cell: ({ started_at }) => <Moment at={started_at} />,
  },
  { id: "length", label: incidents.columns.length, cell: ({ downtime_seconds }) => formatDuration(downtime_seconds) },
  {
    id: "error",
    label: incidents.columns.error,
    cell: ({ error }) => <span className="wrap-anywhere">{error}</span>,
  },
  {
    id: "state",
    label: incidents.columns.state,
    cell: ({ ended_at }) => (
      <OutcomeMark ok={ended_at !== null}>{ended_at === null ? incidents.open : incidents.ended}</OutcomeMark>
    ),
  },
];

export const IncidentTable = ({ id }: { id: string }) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const list = useList<Incident>({
    queryKey: [...trpc.monitors.incidents.pathKey(), id],
    read: (at) => client.monitors.incidents.query({ id, limit: 10, ...at }),
  });
  return <Results id="incidents" texts={incidents} list={list} columns={incidentColumns()} />;
};

const checkColumns = (): readonly Column<Check>[] => [
  { id: "at", label: checks.columns.at, isRowHeader: true, cell: ({ checked_at }) => <Moment at={checked_at} /> },
  {
    id: "result",
    label: checks.columns.result,
    cell: ({ ok, error }) => <OutcomeMark ok={ok}>{error ?? checks.ok}</OutcomeMark>,
  },
  { id: "status", label: checks.columns.status, isNumber: true, cell: ({ http_status }) => http_status ?? "–" },
  {
    id: "time",
    label: checks.columns.time,
    isNumber: true,
    cell: ({ response_ms }) => formatResponseTime(response_ms),
  },
];

export const CheckTable = ({ id }: { id: string }) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const list = useList<Check>({
    queryKey: [...trpc.monitors.checks.pathKey(), id],
    read: (at) => client.monitors.checks.query({ id, limit: 10, ...at }),
  });
  return <Results id="checks" texts={checks} list={list} columns={checkColumns()} />;
};
