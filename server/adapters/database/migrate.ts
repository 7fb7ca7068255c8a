import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { asError } from "@/server/core/as-error";
import { log } from "@/server/core/log";
import type { Sql } from "./port";

/** A session that can also run a script of several statements. */
export interface MigrationSession extends Sql {
  exec(text: string): Promise<void>;
}

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

interface AppliedRow {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
}

/**
 * Uses Prisma's own table and lock, so that `prisma migrate` on another machine reads and continues the same history.
 */
const historyTable = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;
const advisoryLock = 72_707_369;

/**
 * Returns the migrations in a folder, `<stamp>_<name>/migration.sql`, oldest first, with Prisma's checksum (SHA-256).
 */
export const readMigrations = (folder: string): Migration[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    });

const applyOne = async (session: MigrationSession, { name, sql, checksum }: Migration): Promise<void> => {
  const startedAt = new Date();
  await session.exec("BEGIN");
  try {
    await session.exec(sql);
    await session.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, $4, clock_timestamp(), 1)`,
      [randomUUID(), checksum, name, startedAt],
    );
    await session.exec("COMMIT");
  } catch (error) {
    await session.exec("ROLLBACK");
    throw new Error(`Migration ${name} failed and was rolled back: ${asError(error).message}`, { cause: error });
  }
};

const applyMissing = async (session: MigrationSession, migrations: readonly Migration[]): Promise<string[]> => {
  await session.exec(historyTable);
  const rows = await session.query<AppliedRow>(
    "SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL",
  );
  const history = new Map(rows.map((row) => [row.migration_name, row]));
  const known = new Set(migrations.map(({ name }) => name));
  const newer = rows.map((row) => row.migration_name).filter((name) => !known.has(name));
  if (newer.length > 0) log.warn({ migrations: newer }, "database already migrated by a newer version of Curbcut");

  const applied: string[] = [];
  for (const migration of migrations) {
    const row = history.get(migration.name);
    if (!row) {
      await applyOne(session, migration);
      applied.push(migration.name);
    } else if (!row.finished_at) {
      throw new Error(
        `Migration ${migration.name} failed in an earlier run. Resolve it with "prisma migrate resolve".`,
      );
    } else if (row.checksum !== migration.checksum) {
      log.warn({ migration: migration.name }, "migration edited after it was applied");
    }
  }
  return applied;
};

/**
 * Migrates a database and returns the names of the migrations that it applied. Applies each migration and inserts its
 * row in `_prisma_migrations` in one transaction. An advisory lock makes processes that start at the same time take
 * turns.
 */
export const applyMigrations = async (
  session: MigrationSession,
  migrations: readonly Migration[],
): Promise<string[]> => {
  await session.query("SELECT pg_advisory_lock($1::bigint)", [advisoryLock]);
  try {
    return await applyMissing(session, migrations);
  } finally {
    await session.query("SELECT pg_advisory_unlock($1::bigint)", [advisoryLock]);
  }
};
