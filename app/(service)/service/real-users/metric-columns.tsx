import type { Column } from "@/app/_ui/data-table";
import { formatNumber } from "@/messages/runtime/formats";
import { rum } from "@/messages/texts/rum";
import { type Figures, type Metric, metricNames } from "@/server/domains/monitoring/rum/contract";
import { RatedValue } from "./rating";

/** Hidden on medium-sized screens. */
const extra: readonly Metric[] = ["fcp_ms", "ttfb_ms"];

/** Returns a column for each metric, and one for the number of measurements. */
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
    cell: ({ beacons }: Row) => formatNumber(beacons),
  },
];
