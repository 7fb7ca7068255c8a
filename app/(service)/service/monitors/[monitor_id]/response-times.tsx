"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { Disclosure } from "@/app/_ui/disclosure";
import { Moment } from "@/app/_ui/moment";
import { SelectField } from "@/app/_ui/select-field";
import { FailedState, Skeleton } from "@/app/_ui/states";
import { formatMs, formatNumber } from "@/messages/runtime/formats";
import { monitors } from "@/messages/texts/monitors";
import { formatResponseTime } from "../_parts/figures";
import { ResponseChart } from "./response-chart";

const { history: texts } = monitors;

type History = Outputs["monitors"]["history"];
type Point = History["points"][number];

const columns = (): readonly Column<Point>[] => [
  { id: "at", label: texts.columns.at, isRowHeader: true, cell: ({ at }) => <Moment at={at} /> },
  {
    id: "average",
    label: texts.columns.average,
    isNumber: true,
    cell: ({ average_ms }) => formatResponseTime(average_ms),
  },
  {
    id: "slowest",
    label: texts.columns.slowest,
    isNumber: true,
    cell: ({ slowest_ms }) => formatResponseTime(slowest_ms),
  },
  { id: "checks", label: texts.columns.checks, isNumber: true, cell: ({ checks }) => formatNumber(checks) },
  { id: "failures", label: texts.columns.failures, isNumber: true, cell: ({ failures }) => formatNumber(failures) },
];

/** Response times as a chart and as a table. */
export const ResponseTimes = ({ id }: { id: string }) => {
  const trpc = useTRPC();
  const [days, setDays] = useState("1");
  const history = useQuery(trpc.monitors.history.queryOptions({ id, days: Number(days) }, { refetchInterval: 60_000 }));
  return (
    <section aria-labelledby="times">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-4">
        <h2 id="times" className="text-lg">
          {texts.title}
        </h2>
        <div className="w-40">
          <SelectField
            label={texts.period}
            options={Object.entries(texts.periods).map(([value, label]) => ({ id: value, label }))}
            value={days}
            onChange={setDays}
          />
        </div>
      </div>
      {history.isPending ? <Skeleton heights={[320]} /> : null}
      {history.isError ? <FailedState error={history.error} onRetry={() => history.refetch()} /> : null}
      {history.data ? <Shown history={history.data} /> : null}
    </section>
  );
};

const sayAll = ({ unit, points }: History): string => {
  const answered = points.flatMap(({ average_ms }) => average_ms ?? []);
  if (answered.length === 0) return texts.noAnswer;
  const average = Math.round(answered.reduce((sum, value) => sum + value, 0) / answered.length);
  const slowest = Math.max(...points.map(({ slowest_ms }) => slowest_ms ?? 0));
  const failing = points.filter(({ failures }) => failures > 0).length;
  return texts.chart({ average: formatMs(average), slowest: formatMs(slowest), failing, unit });
};

const Shown = ({ history }: { history: History }) => {
  const { unit, points } = history;
  if (points.length === 0) return <p className="text-soft">{texts.none}</p>;
  return (
    <div className="card p-5 sm:p-6">
      <ResponseChart points={points} label={sayAll(history)} />
      <Disclosure title={texts.table} level={3}>
        <DataTable
          caption={texts.caption({ unit })}
          columns={columns()}
          rows={points.toReversed()}
          rowKey={({ at }) => String(at)}
        />
      </Disclosure>
    </div>
  );
};
