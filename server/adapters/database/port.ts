import type { PrismaClient } from "./generated/client";

/**
 * Raw SQL with numbered parameters (`$1`). `query` runs one statement and returns its rows. Values come back as the
 * driver of PostgreSQL gives them: `timestamptz` as Date, `jsonb` parsed, `bigint` and `numeric` as string.
 */
export interface Sql {
  query<Row = Record<string, unknown>>(text: string, params?: readonly unknown[]): Promise<Row[]>;
}

export interface SqlDatabase extends Sql {
  /**
   * Runs `work` in one transaction: committed when its promise resolves, rolled back when it rejects, which also
   * rejects the result. Use only the `sql` handed in; waiting inside for a query of the outer database or of Prisma
   * deadlocks on PGlite, which has a single session.
   */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Runs any number of statements without parameters, as one implicit transaction. */
  exec(text: string): Promise<void>;
  close(): Promise<void>;
}

export interface Database {
  kind: "pglite" | "postgresql";
  prisma: PrismaClient;
  /** Shares the data with `prisma`, not its transactions. */
  sql: SqlDatabase;
  /** For the start-up line: a directory, `memory`, or a URL without credentials. */
  location: string;
  /** Reclaims dead rows and refreshes the planner's statistics (`VACUUM ANALYZE`). PGlite never does so by itself. */
  vacuum(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** A `postgresql://` address. */
  url?: string;
  /** Where the embedded database lives, when there is no `url`. */
  dataDir?: string;
  /** A fresh embedded database that vanishes on close; wins over both others. */
  memory?: boolean;
}
