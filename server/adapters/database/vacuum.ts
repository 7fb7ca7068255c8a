import type { SqlDatabase } from "./port";

interface DueTable {
  name: string;
  vacuum: boolean;
  analyze: boolean;
}

/** Autovacuum's own rule (postgresql.org/docs/current/routine-vacuuming.html#AUTOVACUUM) with its default settings. */
const dueTables = `
  SELECT quote_ident(stat.relname) AS name,
    n_dead_tup > 50 + 0.2 * greatest(reltuples, 0) OR n_ins_since_vacuum > 1000 + 0.2 * greatest(reltuples, 0) AS vacuum,
    n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0) AS analyze
  FROM pg_stat_user_tables AS stat JOIN pg_class ON pg_class.oid = stat.relid`;

/** A quarter of the usual sample: PGlite blocks this process while it reads it. */
const settings = "SET default_statistics_target = 25";

/**
 * What autovacuum does on a server, for a database that has none: tables that changed much are vacuumed and analysed,
 * one by one, so that other queries get their turn in between.
 */
export const vacuumDueTables = async (sql: SqlDatabase): Promise<void> => {
  await sql.exec(settings);
  await sql.query("SELECT pg_stat_force_next_flush()");
  for (const { name, vacuum, analyze } of await sql.query<DueTable>(dueTables)) {
    if (vacuum) await sql.exec(`VACUUM ${name}`);
    if (analyze) await sql.exec(`ANALYZE ${name}`);
  }
};
