import type { PrismaClient } from "@/generated/prisma/client";

export interface Sql {
  /**
   * Runs one statement and returns its rows. Parameters are numbered (`$1`); pass JSON as text (`$1::jsonb`). Both
   * databases return the same types: `timestamp` and `timestamptz` as Date, `json` parsed, `bytea` as Buffer, `bigint`
   * as number (as string beyond 2^53), `numeric` and `date` as string. Errors carry the SQLSTATE in `code`.
   */
  query<Row = Record<string, unknown>>(text: string, params?: readonly unknown[]): Promise<Row[]>;
}

export interface SqlDatabase extends Sql {
  /**
   * Runs `work` in one transaction, which is committed when the promise returned by `work` resolves. If that promise
   * rejects, or a failed statement has aborted the transaction, the transaction is rolled back and this method rejects.
   * Use only the `sql` passed in: PGlite has a single session, so the outer `sql` and `prisma` throw inside `work`.
   */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Runs any number of statements without parameters in one implicit transaction. */
  exec(text: string): Promise<void>;
  close(): Promise<void>;
}

export interface Database {
  kind: "pglite" | "postgresql";
  /** Inside `$transaction`, use only the client passed in; `SqlDatabase.transaction` explains why. */
  prisma: PrismaClient;
  /** Raw SQL access to the same data as `prisma`, but in separate transactions. */
  sql: SqlDatabase;
  /** For the startup message: a directory, `memory`, or a URL without credentials. */
  location: string;
  /**
   * Refreshes the planner's statistics after many writes. On PGlite, which has no autovacuum, also reclaims dead rows.
   */
  vacuum(): Promise<void>;
  /**
   * Makes this process the only one that runs embedded jobs on this database, until the database is closed. Throws
   * JobsInUseError if another process already runs them; calls `onLost` if another process has taken over after the
   * connection broke.
   */
  claimJobs(onLost: (error: Error) => void): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** A `postgresql://` URL. */
  url?: string;
  /** Folder of the embedded database, when there is no `url`. */
  dataDir?: string;
  /** A fresh embedded database that is discarded on close; takes precedence over the other options. */
  memory?: boolean;
}
