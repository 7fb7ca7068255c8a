import { getDatabase } from "@/server/adapters/database";

const batchSize = 10_000;

/** Deletes a batch of events from websites that have no RUM site. Finds each website with a single index lookup. */
const statement = `
  WITH RECURSIVE measured AS (
    (SELECT website_id FROM rum_events ORDER BY website_id LIMIT 1)
    UNION ALL
    SELECT (SELECT e.website_id FROM rum_events e WHERE e.website_id > m.website_id ORDER BY e.website_id LIMIT 1)
    FROM measured m WHERE m.website_id IS NOT NULL
  ), purged AS (
    DELETE FROM rum_events WHERE id IN (
      SELECT e.id FROM measured m JOIN rum_events e ON e.website_id = m.website_id
      WHERE NOT EXISTS (SELECT 1 FROM rum_sites s WHERE s.website_id = m.website_id) LIMIT ${batchSize}
    ) RETURNING 1
  ) SELECT count(*)::int AS count FROM purged`;

/**
 * Purges a batch of events from websites that were deleted or no longer use real-user monitoring. Returns whether there
 * may be more.
 */
export const purgeLostEvents = async (): Promise<boolean> => {
  const { sql } = await getDatabase();
  const [purged] = await sql.query<{ count: number }>(statement);
  return purged?.count === batchSize;
};
