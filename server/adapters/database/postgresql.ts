import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { log } from "@/server/core/log";
import { PrismaClient } from "./generated/client";
import { applyMigrations, readMigrations } from "./migrate";
import { migrationsFolder } from "./migrations-folder";
import type { Database, Sql, SqlDatabase } from "./port";
import { runTransaction } from "./run-transaction";
import { parsers, toParameter } from "./values";

const patience = { maxWait: 30_000, timeout: 30_000 };
const connectTimeoutMs = 10_000;

const types = {
  getTypeParser: (oid: number, format?: "text" | "binary") => parsers[oid] ?? pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig;

const querySql = (client: pg.Pool | pg.PoolClient): Sql => ({
  query: async <Row>(text: string, params: readonly unknown[] = []) =>
    (await client.query({ text, values: params.map(toParameter), types })).rows as Row[],
});

/** Runs `work` in one transaction on one connection, which is thrown away when it cannot even roll back. */
const transact = async <T>(pool: pg.Pool, work: (sql: Sql) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query("BEGIN");
    const result = await runTransaction(querySql(client), work);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
};

const sqlDatabase = (pool: pg.Pool): SqlDatabase => ({
  ...querySql(pool),
  exec: async (text) => void (await pool.query(text)),
  transaction: (work) => transact(pool, work),
  close: () => pool.end(),
});

/** Prisma writes times without a zone and reads them as UTC, so every session has to be in UTC. */
const inUtc = (address: string): string => {
  const url = new URL(address);
  const options = [url.searchParams.get("options"), "-c TimeZone=UTC"].filter(Boolean).join(" ");
  url.searchParams.set("options", options);
  return url.href;
};

const withoutCredentials = (address: string): string => {
  const { host, pathname } = new URL(address);
  return `postgresql://${host}${pathname}`;
};

const migrate = async (pool: pg.Pool): Promise<void> => {
  const client = await pool.connect();
  try {
    const session = { ...querySql(client), exec: async (text: string) => void (await client.query(text)) };
    await applyMigrations(session, readMigrations(migrationsFolder()));
  } finally {
    client.release();
  }
};

/** Opens PostgreSQL 15 or newer at a `postgresql://` address and brings it up to date. Prisma and raw SQL share a pool. */
export const openPostgresql = async (address: string): Promise<Database> => {
  const pool = new pg.Pool({ connectionString: inUtc(address), connectionTimeoutMillis: connectTimeoutMs });
  pool.on("error", (error) => log.warn({ err: error }, "an idle database connection was lost"));
  try {
    await migrate(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions: patience });
  const sql = sqlDatabase(pool);
  let closing: Promise<void> | undefined;
  const close = async () => {
    await prisma.$disconnect();
    await pool.end();
  };
  return {
    kind: "postgresql",
    prisma,
    sql,
    location: withoutCredentials(address),
    vacuum: () => sql.exec("ANALYZE"),
    close: () => (closing ??= close()),
  };
};
