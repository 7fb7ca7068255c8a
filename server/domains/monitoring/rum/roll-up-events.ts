import { getDatabase } from "@/server/adapters/database";
import type { Sql } from "@/server/adapters/database/port";
import { allPages, beacons, dayOfEvent, otherPages, pairsOf, stepsOfEvent } from "./step-sql";

/** Maximum number of pages kept separately per website and day. Limits the effect of a flood of made-up paths. */
const mostPages = 500;
/** Minimum age of events that are rolled up, so that inserts begun before the end of a slice have been committed. */
const settled = "1 minute";
/** Longest part of a backlog that is rolled up in one transaction. */
const longestSlice = "1 hour";
const patienceMs = 5_000;

interface Slice {
  until: string;
  found: boolean;
  more: boolean;
}

/** Locks the websites and RUM sites in the same order as when a website is deleted, to prevent deadlocks. */
const claimSites = async (sql: Sql): Promise<void> => {
  await sql.query("SELECT 1 FROM websites WHERE id IN (SELECT website_id FROM rum_sites) ORDER BY id FOR KEY SHARE");
  await sql.query("SELECT 1 FROM rum_sites ORDER BY website_id FOR NO KEY UPDATE");
};

/**
 * Returns a slice of up to an hour that starts at the first event that hasn't been rolled up. Skips hours without
 * events.
 */
const findSlice = async (sql: Sql): Promise<Slice | undefined> => {
  const [slice] = await sql.query<Slice>(`
    WITH edge AS (SELECT date_trunc('milliseconds', now() - interval '${settled}') AS latest), first AS (
      SELECT min(e.received_at) AS received_at FROM rum_sites s
      CROSS JOIN LATERAL (
        SELECT received_at FROM rum_events
        WHERE website_id = s.website_id AND received_at >= s.rolled_up_until ORDER BY received_at LIMIT 1
      ) AS e
    )
    SELECT least(latest, first.received_at + interval '${longestSlice}')::text AS until,
      first.received_at IS NOT NULL AS found,
      coalesce(first.received_at + interval '${longestSlice}' < latest, false) AS more
    FROM edge, first`);
  return slice;
};

const makeHeaps = `
  CREATE TEMPORARY TABLE rum_heaps (
    website_id uuid, day date, page text, device text, metric text, step int, events int
  ) ON COMMIT DROP`;

const heapUp = `
  INSERT INTO rum_heaps
  SELECT e.website_id, ${dayOfEvent}, e.page, e.device, said.metric, said.step, count(*)
  FROM rum_sites s
  JOIN rum_events e ON e.website_id = s.website_id AND e.received_at >= s.rolled_up_until AND e.received_at < $1::timestamptz
  ${stepsOfEvent}
  WHERE said.step IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5, 6`;

const addHeaps = `
  WITH seen AS (
    SELECT website_id, day, page, sum(events) AS events FROM rum_heaps
    WHERE metric = '${beacons}' AND step = 0 GROUP BY website_id, day, page
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
    SELECT website_id, day, kept.page, device, metric, step, events
    FROM rum_heaps JOIN named USING (website_id, day, page)
    CROSS JOIN LATERAL (VALUES (named.kept_as), ('${allPages}')) AS kept (page)
  ), summed AS (
    SELECT website_id, day, page, device, metric, step, sum(events)::int AS events
    FROM counted GROUP BY website_id, day, page, device, metric, step
  )
  INSERT INTO rum_days AS kept (website_id, day, page, device, metric, "values", steps)
  SELECT website_id, day, page, device, metric,
    sum(events) FILTER (WHERE place = 1 AND (metric <> '${beacons}' OR step = 0)), array_agg(number ORDER BY step, place)
  FROM summed CROSS JOIN LATERAL (VALUES (1, step), (2, events)) AS pair (place, number)
  GROUP BY website_id, day, page, device, metric
  ON CONFLICT (website_id, day, page, device, metric) DO UPDATE SET
    "values" = kept."values" + excluded."values",
    steps = (
      SELECT array_agg(number ORDER BY step, place)
      FROM (
        SELECT step, sum(events)::int AS events
        FROM (SELECT * FROM ${pairsOf("kept.steps")} UNION ALL SELECT * FROM ${pairsOf("excluded.steps")}) AS pairs
        GROUP BY step
      ) AS added CROSS JOIN LATERAL (VALUES (1, step), (2, events)) AS pair (place, number)
    )`;

/** Rolls up a slice through a temporary table, so that the planner knows the number of rows. */
const addSlice = async (sql: Sql, until: string): Promise<void> => {
  await sql.query(makeHeaps);
  await sql.query(heapUp, [until]);
  await sql.query("ANALYZE rum_heaps");
  await sql.query(addHeaps);
};

const noteSlice = "UPDATE rum_sites SET rolled_up_until = $1::timestamptz WHERE rolled_up_until < $1::timestamptz";

/**
 * Adds events to their days' rollups, one hour at a time. Records its progress in the same transaction, so that every
 * event is counted exactly once, even if the process is killed. Returns whether there may be more.
 */
export const rollUpEvents = async (): Promise<boolean> => {
  const { sql } = await getDatabase();
  const patience = performance.now() + patienceMs;
  while (performance.now() < patience) {
    const more = await sql.transaction(async (transaction) => {
      await claimSites(transaction);
      const slice = await findSlice(transaction);
      if (!slice) return false;
      if (slice.found) await addSlice(transaction, slice.until);
      await transaction.query(noteSlice, [slice.until]);
      return slice.more;
    });
    if (!more) return false;
  }
  return true;
};
