"use client";

import { useQuery } from "@tanstack/react-query";
import { type Outputs, useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { DataTable } from "@/app/_ui/data-table";
import { Disclosure } from "@/app/_ui/disclosure";
import { searchPerf as texts } from "@/messages/texts/search-perf";
import { ClicksChart, type DayCount } from "./clicks-chart";
import { daysBetween } from "./days";
import { readAll } from "./read-all";
import { columnsBy } from "./rows-table";

type Row = Outputs["searchPerf"]["rows"]["items"][number];
type Props = { website_id: string; from: string; to: string };

/** Maximum number of pages to load: enough for the 16 months of data that Google keeps. */
const mostPages = 5;

const useDays = ({ website_id, from, to }: Props) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { website_id, from, to, dimension: "date", limit: 100 };
  return useQuery({
    queryKey: [...trpc.searchPerf.rows.pathKey(), input],
    queryFn: () => readAll((at) => client.searchPerf.rows.query({ ...input, ...at }), mostPages),
    staleTime: 60_000,
  });
};

/**
 * Fills in zeros for days that Google leaves out, up to the last day returned. Google has no data for later days yet.
 */
const fillGaps = (rows: readonly Row[]): DayCount[] => {
  const clicks = new Map(rows.map((row) => [row.keys[0], row.clicks]));
  const [first, last] = [rows[0]?.keys[0], rows.at(-1)?.keys[0]];
  return first && last ? daysBetween(first, last).map((day) => ({ day, clicks: clicks.get(day) ?? 0 })) : [];
};

/** Clicks per day; renders nothing if there is data for fewer than two days. */
export const ClicksByDay = (props: Props) => {
  const { data = [] } = useDays(props);
  const days = fillGaps(data);
  if (days.length < 2) return null;
  const values = days.map(({ clicks }) => clicks);
  const label = texts.chartLabel({ least: Math.min(...values), most: Math.max(...values), days: values.length });
  return (
    <section aria-labelledby="chart" className="mt-10">
      <h2 id="chart" className="mb-3 text-lg">
        {texts.chart}
      </h2>
      <div className="card p-5 sm:p-6">
        <ClicksChart days={days} label={label} />
        <Disclosure title={texts.chartTable} level={3}>
          <DataTable
            caption={texts.chartCaption}
            columns={columnsBy("date")}
            rows={data}
            rowKey={({ keys }) => keys.join()}
          />
        </Disclosure>
      </div>
    </section>
  );
};
