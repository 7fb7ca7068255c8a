import { getDatabase } from "@/server/adapters/database";
import { env } from "@/server/core/env";

const batchSize = 10_000;
/** A call ends after about so long, in the middle of a flood too. */
const patienceMs = 5_000;
const daysKept = "13 months";

/** Events past their days, of those that are rolled up already. */
const forgetOldEvents = `
  WITH gone AS (
    DELETE FROM rum_events WHERE id IN (
      SELECT id FROM rum_events WHERE received_at < now() - make_interval(days => $1) LIMIT ${batchSize}
    ) RETURNING 1
  ) SELECT count(*)::int AS gone FROM gone`;

/** Websites that have events, by one look into the index each; then those that measure no more. */
const forgetLostEvents = `
  WITH RECURSIVE measured AS (
    (SELECT website_id FROM rum_events ORDER BY website_id LIMIT 1)
    UNION ALL
    SELECT (SELECT e.website_id FROM rum_events e WHERE e.website_id > m.website_id ORDER BY e.website_id LIMIT 1)
    FROM measured m WHERE m.website_id IS NOT NULL
  ), gone AS (
    DELETE FROM rum_events WHERE id IN (
      SELECT e.id FROM measured m JOIN rum_events e ON e.website_id = m.website_id
      WHERE NOT EXISTS (SELECT 1 FROM rum_sites s WHERE s.website_id = m.website_id) LIMIT ${batchSize}
    ) RETURNING 1
  ) SELECT count(*)::int AS gone FROM gone`;

const forgetOldDays = `
  WITH gone AS (
    DELETE FROM rum_days WHERE ctid IN (
      SELECT ctid FROM rum_days WHERE day < (now() AT TIME ZONE 'UTC')::date - interval '${daysKept}' LIMIT ${batchSize}
    ) RETURNING 1
  ) SELECT count(*)::int AS gone FROM gone`;

/**
 * Forgets events after RUM_KEPT_DAYS, days after 13 months, and the events of websites that were removed or measure no
 * more. Answers whether there may be more.
 */
export const forgetVisits = async (): Promise<boolean> => {
  const { sql } = await getDatabase();
  const until = performance.now() + patienceMs;
  const work: [statement: string, params: unknown[]][] = [
    [forgetOldEvents, [env.RUM_KEPT_DAYS]],
    [forgetLostEvents, []],
    [forgetOldDays, []],
  ];
  for (const [statement, params] of work) {
    let gone = batchSize;
    while (gone === batchSize) {
      if (performance.now() > until) return true;
      const [row] = await sql.query<{ gone: number }>(statement, params);
      gone = row?.gone ?? 0;
    }
  }
  return false;
};
