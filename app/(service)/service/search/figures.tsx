"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { isRecord, readProblem } from "@/app/_client/problem";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { FilterLinks } from "@/app/_ui/filter-links";
import { EmptyState, FailedState, Skeleton } from "@/app/_ui/states";
import { formatNumber } from "@/messages/runtime/formats";
import { searchPerf as texts } from "@/messages/texts/search-perf";
import { ClicksByDay } from "./clicks-by-day";
import { describeDay } from "./days";
import { addressOf, dimensions, type Filters } from "./filters";
import { formatPosition, formatRate } from "./format-figures";
import { RowsTable } from "./rows-table";
import { useTotals } from "./use-totals";

type Props = { website_id: string; filters: Filters };

/** Totals, the trend over time, and the rows of one dimension. */
export const Figures = ({ website_id, filters }: Props) => {
  const totals = useTotals(website_id, filters);
  if (totals.isError) return <Problem error={totals.error} onRetry={() => totals.refetch()} />;
  if (!totals.data) return <Skeleton heights={[110, 220, 320]} />;
  const { from, to } = totals.data;
  const options = dimensions.map((by) => ({
    id: by,
    label: texts.dimensions[by],
    href: addressOf({ ...filters, by }),
  }));
  return (
    <>
      <Totals totals={totals.data} />
      <ClicksByDay website_id={website_id} from={from} to={to} />
      <section aria-labelledby="rows" className="mt-10">
        <h2 id="rows" className="mb-3 text-lg">
          {texts.by}
        </h2>
        <FilterLinks label={texts.by} options={options} current={filters.by} />
        <RowsTable website_id={website_id} by={filters.by} from={from} to={to} />
      </section>
    </>
  );
};

const reasonOf = (details: unknown): unknown => (isRecord(details) ? details["reason"] : undefined);

/** Errors that can be fixed on this page have their own messages. */
const Problem = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { code, details, fields } = readProblem(error);
  const reason = code === "conflict" ? reasonOf(details) : undefined;
  const isOver = reason === "revoked" || reason === "not_connected";
  useEffect(() => {
    if (isOver) queryClient.invalidateQueries(trpc.searchPerf.settings.pathFilter());
  }, [isOver, queryClient, trpc]);
  if (reason === "no_property" || reason === "no_access")
    return (
      <EmptyState title={reason === "no_access" ? texts.noAccess : texts.noProperty}>
        <p>{reason === "no_access" ? texts.noAccessText : texts.noPropertyText}</p>
      </EmptyState>
    );
  if (fields.length > 0)
    return (
      <p role="alert" className="card p-5 font-semibold text-critical">
        {fields.map(({ message }) => message).join(" ")}
      </p>
    );
  return <FailedState error={error} onRetry={onRetry} />;
};

const Totals = ({ totals }: { totals: Outputs["searchPerf"]["totals"] }) => {
  const facts = [
    { label: texts.clicks, value: formatNumber(totals.clicks) },
    { label: texts.impressions, value: formatNumber(totals.impressions) },
    { label: texts.ctr, value: formatRate(totals.ctr) },
    { label: texts.position, value: formatPosition(totals.position) },
  ];
  return (
    <section aria-labelledby="totals">
      <h2 id="totals" className="text-lg">
        {texts.totals}
      </h2>
      <p className="mb-3 mt-1 text-soft">
        {texts.range({ from: describeDay(totals.from), to: describeDay(totals.to) })}. {texts.lag}
      </p>
      <dl className="grid grid-cols-1 gap-3 min-[25rem]:grid-cols-2 lg:grid-cols-4">
        {facts.map(({ label, value }) => (
          <div key={label} className="card flex flex-col-reverse justify-end p-4">
            <dt className="text-soft">{label}</dt>
            <dd className="text-2xl font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
};
