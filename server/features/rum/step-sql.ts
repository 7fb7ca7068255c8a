import { metricNames } from "./contract";
import { edges } from "./scale";

/** A pseudo-metric: its steps count the beacons, those with reduced motion, and those with forced colours. */
export const beacons = "beacons";
/** The pseudo-page of a day's rollup that holds all its pages, and the one of the pages that are not told apart. */
export const allPages = "*";
export const otherPages = "other";

/**
 * PostgreSQL's width_bucket counts what reaches an edge to the step above it; with signs changed, to the one below.
 * How many edges lie below a value is its step.
 */
const stepOf = (column: string): string => {
  const of = edges[column as keyof typeof edges];
  const negated = of.map((edge) => -edge).reverse();
  return `${of.length} - width_bucket(-e.${column}, ARRAY[${negated.join(",")}]::float8[])`;
};

const rows = [
  ...metricNames.map((metric) => `('${metric}', CASE WHEN e.${metric} IS NOT NULL THEN ${stepOf(metric)} END)`),
  `('${beacons}', 0)`,
  `('${beacons}', CASE WHEN e.reduced_motion THEN 1 END)`,
  `('${beacons}', CASE WHEN e.forced_colours THEN 2 END)`,
];

/** To be joined to events `e`: a row `(metric, step)` for everything that an event says. */
export const stepsOfEvent = `CROSS JOIN LATERAL (VALUES ${rows.join(", ")}) AS said (metric, step)`;

export const dayOfEvent = "(e.received_at AT TIME ZONE 'UTC')::date";

/** The rows `(step, events)` that an array of a rollup holds as pairs: most pages have few of the steps. */
export const pairsOf = (steps: string): string =>
  `(SELECT ${steps}[place] AS step, ${steps}[place + 1] AS events
    FROM generate_series(1, cardinality(${steps}), 2) AS place) AS pair`;
