import { getDatabase } from "@/server/adapters/database";
import type { Sql } from "@/server/adapters/database/port";
import { allPages, beacons, dayOfEvent, otherPages, stepsOfEvent } from "./step-sql";

/** Pages of a website told apart in a day; a flood of made-up paths fills no more. */
const mostPages = 500;
/** An insert that began before the end of a slice is committed within this time. */
const settled = "1 minute";
/** Of a backlog only so much at once. */
const longestSlice = "1 hour";
const patienceMs = 5_000;

/** In the order in which a website is removed, so that the two never wait for each other. */
const claimSites = async (sql: Sql): Promise<string | null> => {
  await sql.query("SELECT 1 FROM websites WHERE id IN (SELECT website_id FROM rum_sites) ORDER BY id FOR KEY SHARE");
  await sql.query("SELECT 1 FROM rum_sites ORDER BY website_id FOR NO KEY UPDATE");
  const [slice] = await sql.query<{ until: string | null }>(
    `SELECT date_trunc('milliseconds', least(now() - interval '${settled}', min(rolled_until) + interval '${longestSlice}'))::text AS until
     FROM rum_sites WHERE rolled_until < date_trunc('milliseconds', now() - interval '${settled}')`,
  );
  return slice?.until ?? null;
};

const addSlice = `
  WITH slice AS (
    SELECT e.*, ${dayOfEvent} AS day
    FROM rum_sites s
    JOIN rum_events e ON e.website_id = s.website_id AND e.received_at >= s.rolled_until AND e.received_at < $1::timestamptz
  ), seen AS (
    SELECT website_id, day, page, count(*) AS events FROM slice GROUP BY website_id, day, page
  ), known AS (
    SELECT DISTINCT d.website_id, d.day, d.page
    FROM (SELECT DISTINCT website_id, day FROM seen) AS touched
    JOIN rum_days d USING (website_id, day)
    WHERE d.page NOT IN ('${allPages}', '${otherPages}')
  ), taken AS (
    SELECT website_id, day, count(*) AS places FROM known GROUP BY website_id, day
  ), ranked AS (
    SELECT website_id, day, page, known.page IS NOT NULL AS is_known, coalesce(taken.places, 0)
      + row_number() OVER (PARTITION BY website_id, day, known.page IS NULL ORDER BY seen.events DESC, page) AS place
    FROM seen LEFT JOIN known USING (website_id, day, page) LEFT JOIN taken USING (website_id, day)
  ), named AS (
    SELECT website_id, day, page,
      CASE WHEN is_known OR place <= ${mostPages} THEN page ELSE '${otherPages}' END AS kept_as
    FROM ranked
  ), counted AS (
    SELECT e.website_id, e.day, kept.page, e.device, said.metric, said.step, count(*)::int AS events
    FROM slice e
    JOIN named USING (website_id, day, page)
    ${stepsOfEvent}
    CROSS JOIN LATERAL (VALUES (named.kept_as), ('${allPages}')) AS kept (page)
    WHERE said.step IS NOT NULL
    GROUP BY e.website_id, e.day, kept.page, e.device, said.metric, said.step
  ), filled AS (
    SELECT website_id, day, page, device, metric, max(step) AS last,
      sum(events) FILTER (WHERE metric <> '${beacons}' OR step = 0)::int AS "values"
    FROM counted GROUP BY website_id, day, page, device, metric
  )
  INSERT INTO rum_days AS kept (website_id, day, page, device, metric, "values", steps)
  SELECT f.website_id, f.day, f.page, f.device, f.metric, f."values", array_agg(coalesce(c.events, 0) ORDER BY step)
  FROM filled f
  CROSS JOIN LATERAL generate_series(0, f.last) AS step
  LEFT JOIN counted c USING (website_id, day, page, device, metric, step)
  GROUP BY f.website_id, f.day, f.page, f.device, f.metric, f."values"
  ON CONFLICT (website_id, day, page, device, metric) DO UPDATE SET
    "values" = kept."values" + excluded."values",
    steps = (
      SELECT array_agg(coalesce(one, 0) + coalesce(other, 0) ORDER BY place)
      FROM unnest(kept.steps, excluded.steps) WITH ORDINALITY AS both_steps (one, other, place)
    )`;

const noteSlice = "UPDATE rum_sites SET rolled_until = $1::timestamptz WHERE rolled_until < $1::timestamptz";

/**
 * Adds the events of an hour after the other to the rollups of their days and notes, in the same transaction, until
 * when: every event counts once, whatever ends the process. Answers whether there may be more.
 */
export const rollUpEvents = async (): Promise<boolean> => {
  const { sql } = await getDatabase();
  const patience = performance.now() + patienceMs;
  while (performance.now() < patience) {
    const found = await sql.transaction(async (transaction) => {
      const until = await claimSites(transaction);
      if (until === null) return false;
      await transaction.query(addSlice, [until]);
      await transaction.query(noteSlice, [until]);
      return true;
    });
    if (!found) return false;
  }
  return true;
};
