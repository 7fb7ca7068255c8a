"use client";

import { useState } from "react";
import { DataTable } from "@/app/_ui/data-table";
import { Disclosure } from "@/app/_ui/disclosure";
import { SelectField } from "@/app/_ui/select-field";
import { formatMoment } from "@/messages/runtime/formats";
import { rum } from "@/messages/texts/rum";
import { type Metric, metricNames } from "@/server/domains/monitoring/rum/contract";
import { DayChart } from "./day-chart";
import type { Summary } from "./figures";
import { metricColumns } from "./metric-columns";

const { byDay: texts } = rum;

type Day = Summary["days"][number];

const options = () => metricNames.map((id) => ({ id, label: rum.metrics[id].name, hint: rum.metrics[id].short }));

/** One metric as a chart, and all metrics as a table. */
export const ByDay = ({ days }: { days: Summary["days"] }) => {
  const [metric, setMetric] = useState<Metric>("lcp_ms");
  const measured = days.filter(({ beacons }) => beacons > 0);
  return (
    <section aria-labelledby="by-day" className="mt-12">
      <h2 id="by-day" className="mb-3 text-xl">
        {texts.title}
      </h2>
      <div className="card p-5 sm:p-6">
        <div className="mb-5 max-w-xs">
          <SelectField
            label={texts.metric}
            options={options()}
            value={metric}
            onChange={(id) => setMetric(id as Metric)}
          />
        </div>
        <DayChart metric={metric} days={days} />
        <Disclosure title={texts.table} level={3}>
          <DataTable
            caption={texts.caption({ count: measured.length })}
            columns={[
              {
                id: "day",
                label: texts.day,
                isRowHeader: true,
                cell: ({ day }: Day) => (
                  <time dateTime={day}>{formatMoment(new Date(day), { dateStyle: "long", timeZone: "UTC" })}</time>
                ),
              },
              ...metricColumns<Day>(),
            ]}
            rows={measured}
            rowKey={({ day }) => day}
          />
        </Disclosure>
      </div>
    </section>
  );
};
