import { getDatabase } from "@/server/adapters/database";
import { daysOf, type KeptTable } from "./kept-tables";

const BATCH_SIZE = 1_000;
/** Number of milliseconds after which a call stops, even if there are rows left to delete. */
const PATIENCE_MS = 5_000;

/** Skips locked rows, which are left for the next call. */
const statementOf = ({ table, column, where = "true" }: KeptTable): string => `
  WITH purged AS (
    DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM ${table} WHERE ${column} < now() - make_interval(days => $1) AND ${where}
      ORDER BY ${column} LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
    )) RETURNING 1
  ) SELECT count(*)::int AS count FROM purged`;

/** Deletes a table's rows that are older than their retention period. Returns whether there may be more. */
export const purgeTable = async (kept: KeptTable): Promise<boolean> => {
  const { sql } = await getDatabase();
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    const [purged] = await sql.query<{ count: number }>(statementOf(kept), [daysOf(kept)]);
    if ((purged?.count ?? 0) < BATCH_SIZE) return false;
  }
  return true;
};
