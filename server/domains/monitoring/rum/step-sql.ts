import { metricNames } from "./contract";
import { edges } from "./scale";

/** A pseudo-metric. Its steps count all beacons, beacons with reduced motion, and beacons with forced colours. */
export const beacons = "beacons";
/** Pseudo-pages in a day's rollup: one for all pages, and one for pages that aren't kept separately. */
export const allPages = "*";
export const otherPages = "other";

/**
 * Returns SQL for the step of a value: the number of edges below the value. PostgreSQL's width_bucket assigns a value
 * on an edge to the step above. Values and edges are negated to assign it to the step below.
 */
const stepOf = (column: keyof typeof edges): string => {
  const of = edges[column];
  const negated = of.map((edge) => -edge).reverse();
  return `${of.length} - width_bucket(-e.${column}, ARRAY[${negated.join(",")}]::float8[])`;
};

const rows = [
  ...metricNames.map((metric) => `('${metric}', CASE WHEN e.${metric} IS NOT NULL THEN ${stepOf(metric)} END)`),
  `('${beacons}', 0)`,
  `('${beacons}', CASE WHEN e.reduced_motion THEN 1 END)`,
  `('${beacons}', CASE WHEN e.forced_colours THEN 2 END)`,
];

/** SQL to join to events `e`: one row `(metric, step)` for each metric of an event. */
export const stepsOfEvent = `CROSS JOIN LATERAL (VALUES ${rows.join(", ")}) AS said (metric, step)`;

export const dayOfEvent = "(e.received_at AT TIME ZONE 'UTC')::date";

/**
 * Returns SQL that converts a rollup's array of pairs to rows `(step, events)`. Pairs save space, because most pages
 * use only a few steps.
 */
export const pairsOf = (steps: string): string =>
  `(SELECT ${steps}[place] AS step, ${steps}[place + 1] AS events
    FROM generate_series(1, cardinality(${steps}), 2) AS place) AS pair`;
