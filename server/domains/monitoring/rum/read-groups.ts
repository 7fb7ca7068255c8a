import type { Sql } from "@/server/adapters/database/port";
import { type Figure, type Figures, type Metric, metricNames, type Rating } from "./contract";
import { lastSteps, valueOfStep } from "./scale";
import { allPages, beacons, dayOfEvent, pairsOf, stepsOfEvent } from "./step-sql";

interface Wanted {
  website_id: string;
  from: string;
  to: string;
  page: string | null;
  device: string | null;
}

interface Group {
  figures: Figures;
  reduced_motion: number;
  forced_colours: number;
}

type Kind = "overall" | "day" | "device" | "page";
export type Groups = Readonly<Record<Kind, Map<string, Group>>>;

interface Row {
  kind: Kind;
  key: string;
  metric: string;
  events: number;
  p75_step: number;
  good: number;
  fair: number;
  first: number;
  second: number;
  third: number;
}

/** Maximum number of pages listed separately in a response. */
const mostPages = 50;

const limitsOf = metricNames
  .map((metric) => `('${metric}', ${lastSteps(metric).good}, ${lastSteps(metric).fair})`)
  .join(", ");

/**
 * Runs as a single statement, so that events that are being rolled up are counted exactly once. Uses the nearest rank
 * for p75, as percentile_disc does.
 */
const statement = `
  WITH live AS MATERIALIZED (
    SELECT ${dayOfEvent} AS day, e.page, e.device, said.metric, said.step, count(*) AS events
    FROM rum_sites s
    JOIN rum_events e ON e.website_id = s.website_id AND e.received_at >= s.rolled_up_until
    ${stepsOfEvent}
    WHERE s.website_id = $1::uuid AND said.step IS NOT NULL
      AND e.received_at >= $2::date::timestamp AT TIME ZONE 'UTC'
      AND e.received_at < ($3::date + 1)::timestamp AT TIME ZONE 'UTC'
      AND ($4::text IS NULL OR e.page = $4) AND ($5::text IS NULL OR e.device = $5)
    GROUP BY 1, 2, 3, 4, 5
  ), days AS NOT MATERIALIZED (
    SELECT * FROM rum_days d
    WHERE d.website_id = $1::uuid AND d.day BETWEEN $2::date AND $3::date AND ($5::text IS NULL OR d.device = $5)
  ), top AS (
    SELECT page FROM (
      SELECT page, "values"::bigint AS events FROM days
      WHERE metric = '${beacons}' AND page <> '${allPages}' AND ($4::text IS NULL OR page = $4)
      UNION ALL
      SELECT page, events FROM live WHERE metric = '${beacons}' AND step = 0
    ) AS named GROUP BY page ORDER BY sum(events) DESC, page LIMIT ${mostPages}
  ), grouped AS (
    SELECT CASE WHEN grouping(day) = 0 THEN 'day' WHEN grouping(device) = 0 THEN 'device' ELSE 'overall' END AS kind,
      coalesce(day::text, device, '') AS key, metric, step, sum(events) AS events
    FROM (
      SELECT d.day, d.device, d.metric, step, events::bigint FROM days d CROSS JOIN LATERAL ${pairsOf("d.steps")}
      WHERE d.page = coalesce($4::text, '${allPages}')
      UNION ALL
      SELECT day, device, metric, step, events FROM live
    ) AS every_page
    GROUP BY GROUPING SETS ((metric, step), (day, metric, step), (device, metric, step))
    UNION ALL
    SELECT 'page', page, metric, step, sum(events)
    FROM (
      SELECT d.page, d.metric, step, events::bigint FROM days d CROSS JOIN LATERAL ${pairsOf("d.steps")}
      WHERE d.page IN (SELECT page FROM top)
      UNION ALL
      SELECT page, metric, step, events FROM live WHERE page IN (SELECT page FROM top)
    ) AS one_page
    GROUP BY page, metric, step
  ), heaped AS (
    SELECT *, sum(events) OVER (PARTITION BY kind, key, metric ORDER BY step) AS so_far,
      sum(events) OVER (PARTITION BY kind, key, metric) AS of_all
    FROM grouped
  )
  SELECT kind, key, heaped.metric,
    sum(events)::float8 AS events,
    min(step) FILTER (WHERE so_far >= 0.75 * of_all) AS p75_step,
    coalesce(sum(events) FILTER (WHERE step <= limits.good), 0)::float8 AS good,
    coalesce(sum(events) FILTER (WHERE step > limits.good AND step <= limits.fair), 0)::float8 AS fair,
    coalesce(sum(events) FILTER (WHERE step = 0), 0)::float8 AS first,
    coalesce(sum(events) FILTER (WHERE step = 1), 0)::float8 AS second,
    coalesce(sum(events) FILTER (WHERE step = 2), 0)::float8 AS third
  FROM heaped LEFT JOIN (VALUES ${limitsOf}) AS limits (metric, good, fair) ON limits.metric = heaped.metric
  GROUP BY kind, key, heaped.metric`;

const ratingOf = (metric: Metric, step: number): Rating => {
  const { good, fair } = lastSteps(metric);
  if (step <= good) return "good";
  return step <= fair ? "needs_improvement" : "poor";
};

const figureOf = (metric: Metric, { p75_step, events, good, fair }: Row): Figure => ({
  p75: valueOfStep(metric, p75_step),
  rating: ratingOf(metric, p75_step),
  values: events,
  good,
  needs_improvement: fair,
  poor: events - good - fair,
});

export const emptyGroup = (): Group => ({
  figures: { beacons: 0, lcp_ms: null, inp_ms: null, cls: null, fcp_ms: null, ttfb_ms: null },
  reduced_motion: 0,
  forced_colours: 0,
});

const put = (group: Group, row: Row): void => {
  const metric = metricNames.find((name) => name === row.metric);
  if (metric) group.figures[metric] = figureOf(metric, row);
  else {
    group.figures.beacons = row.first;
    group.reduced_motion = row.second;
    group.forced_colours = row.third;
  }
};

/**
 * Returns a website's figures for a period: for all beacons, by day, by device, and by page for the pages with the most
 * beacons.
 */
export const readGroups = async (sql: Sql, { website_id, from, to, page, device }: Wanted): Promise<Groups> => {
  const rows = await sql.query<Row>(statement, [website_id, from, to, page, device]);
  const groups: Groups = { overall: new Map(), day: new Map(), device: new Map(), page: new Map() };
  for (const row of rows) {
    const group = groups[row.kind].get(row.key) ?? emptyGroup();
    groups[row.kind].set(row.key, group);
    put(group, row);
  }
  return groups;
};
