import { log } from "@/server/core/log";
import type { SqlDatabase } from "./port";

interface DueTable {
  name: string;
  vacuum: boolean;
  analyze: boolean;
}

/**
 * Selects tables as autovacuum does (postgresql.org/docs/current/routine-vacuuming.html#AUTOVACUUM) with its default
 * settings.
 */
const dueTables = `
  SELECT format('%I.%I', stat.schemaname, stat.relname) AS name,
    n_dead_tup > 50 + 0.2 * greatest(reltuples, 0) OR n_ins_since_vacuum > 1000 + 0.2 * greatest(reltuples, 0) AS vacuum,
    n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0) AS analyze
  FROM pg_stat_user_tables AS stat JOIN pg_class ON pg_class.oid = stat.relid`;

/**
 * Reduces the sample that ANALYZE reads to a quarter of the default size, because reading the sample blocks this
 * process.
 */
const settings = "SET default_statistics_target = 25";

const vacuumTable = async (sql: SqlDatabase, { name, vacuum, analyze }: DueTable): Promise<void> => {
  try {
    if (vacuum) await sql.exec(`VACUUM ${name}`);
    if (analyze) await sql.exec(`ANALYZE ${name}`);
  } catch (error) {
    log.warn({ err: error, table: name }, "failed to vacuum a table");
  }
};

/**
 * Does what autovacuum does on a server: vacuums and analyses the tables that changed most, one by one, so that other
 * queries can run in between. An error in one table doesn't affect the others.
 */
export const vacuumDueTables = async (sql: SqlDatabase): Promise<void> => {
  await sql.exec(settings);
  await sql.query("SELECT pg_stat_force_next_flush()");
  for (const table of await sql.query<DueTable>(dueTables)) await vacuumTable(sql, table);
};
