import { rum } from "@/app/_texts/rum";
import type { Column } from "@/app/_ui/data-table";
import { type Figures, type Metric, metricNames } from "@/server/features/rum/contract";
import { RatedValue } from "./rating";

/** Of less weight where there is little room. */
const extra: readonly Metric[] = ["fcp_ms", "ttfb_ms"];

/** A column for each metric, and how much was measured. */
export const metricColumns = <Row extends Figures>(): Column<Row>[] => [
  ...metricNames.map((metric) => ({
    id: metric,
    label: rum.metrics[metric].short,
    isNumber: true,
    isExtra: extra.includes(metric),
    cell: (row: Row) => <RatedValue metric={metric} figure={row[metric]} />,
  })),
  {
    id: "beacons",
    label: rum.byDay.count,
    isNumber: true,
    isExtra: true,
    cell: ({ beacons }: Row) => beacons.toLocaleString("en-GB"),
  },
];
