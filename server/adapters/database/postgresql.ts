import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "@/generated/prisma/client";
import { claimJobs } from "./claim-jobs";
import { applyMigrations, readMigrations } from "./migrate";
import { migrationsFolder } from "./migrations-folder";
import type { Database, Sql, SqlDatabase } from "./port";
import { runTransaction } from "./run-transaction";
import { parsers, toParameter } from "./values";
import { WatchedPool } from "./watched-pool";

const patience = { maxWait: 30_000, timeout: 30_000 };
/**
 * Timeout for opening a connection or getting a free one. Short enough for the caller to get a response within five
 * seconds.
 */
const connectTimeoutMs = 4_000;
/** Ends runaway statements and the transactions of suspended processes, which would otherwise never end. */
const backstops = "-c statement_timeout=10min -c idle_in_transaction_session_timeout=1min";
/**
 * Lets the server disconnect a vanished client and release its locks within 11 seconds; by default, Linux takes two
 * hours.
 */
const keepAlives = "-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3";

const types = {
  getTypeParser: (oid: number, format?: "text" | "binary") => parsers[oid] ?? pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig;

const querySql = (client: pg.Pool | pg.PoolClient): Sql => ({
  query: async <Row>(text: string, params: readonly unknown[] = []) =>
    (await client.query({ text, values: params.map(toParameter), types })).rows as Row[],
});

/** Runs `work` in one transaction on one connection, which is discarded if even the rollback fails. */
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

/**
 * Adds session options to the URL. Every session must use UTC, because Prisma writes times without a zone and reads
 * them as UTC. Any other options that the URL already contains take precedence over ours.
 */
const withSessionOptions = (address: string): string => {
  const url = new URL(address);
  const options = [backstops, keepAlives, url.searchParams.get("options"), "-c TimeZone=UTC"].filter(Boolean).join(" ");
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
    await session.exec("SET statement_timeout = 0");
    await applyMigrations(session, readMigrations(migrationsFolder()));
  } finally {
    client.release(true);
  }
};

/** Opens and migrates PostgreSQL 15 or newer at a `postgresql://` URL. Prisma and raw SQL share a pool. */
export const openPostgresql = async (address: string): Promise<Database> => {
  const pool = new WatchedPool({
    connectionString: withSessionOptions(address),
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  });
  try {
    await migrate(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions: patience });
  const sql = sqlDatabase(pool);
  let closing: Promise<void> | undefined;
  let releaseJobs = (): void => undefined;
  const close = async () => {
    releaseJobs();
    await prisma.$disconnect();
    await pool.end();
  };
  return {
    kind: "postgresql",
    prisma,
    sql,
    location: withoutCredentials(address),
    vacuum: () => sql.exec("ANALYZE"),
    claimJobs: async (onLost) => {
      releaseJobs = await claimJobs(pool, onLost);
    },
    close: () => (closing ??= close()),
  };
};
