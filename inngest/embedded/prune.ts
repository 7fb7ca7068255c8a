import type { SqlDatabase } from "@/server/adapters/database/port";

/** Default number of days for which ended runs are kept. */
export const runsKeptDays = 7;
const atATime = 500;

const deleteInParts = async (database: SqlDatabase, statement: string, params: readonly unknown[]): Promise<number> => {
  let total = 0;
  for (;;) {
    const rows = await database.query(statement, [...params, atATime]);
    total += rows.length;
    if (rows.length < atATime) return total;
  }
};

/** PGlite never reclaims dead rows by itself. */
export const vacuum = (database: SqlDatabase): Promise<void> =>
  database.exec("vacuum analyze runner.event, runner.dedupe, runner.run, runner.step, runner.job");

/**
 * Deletes runs that ended and events that arrived more than `keepMs` milliseconds ago. Returns the number of runs
 * deleted.
 */
export const prune = async (database: SqlDatabase, keepMs: number): Promise<number> => {
  const keepSeconds = keepMs / 1000;
  await deleteInParts(
    database,
    `delete from runner.event where id in
       (select id from runner.event where received_at < now() - make_interval(secs => $1) limit $2) returning 1`,
    [keepSeconds],
  );
  await database.query("delete from runner.dedupe where expires_at < now()");
  return deleteInParts(
    database,
    `delete from runner.run where id in
       (select id from runner.run where ended_at < now() - make_interval(secs => $1) limit $2) returning 1`,
    [keepSeconds],
  );
};
