import type { PrismaClient } from "./generated/client";

export interface Sql {
  /**
   * Runs one statement and returns its rows. Parameters are numbered (`$1`); hand JSON over as text (`$1::jsonb`).
   * Both databases answer alike: `timestamp` and `timestamptz` as Date, `json` parsed, `bytea` as Buffer, `bigint` as
   * number (as string beyond 2^53), `numeric` and `date` as string. Errors carry the SQLSTATE in `code`.
   */
  query<Row = Record<string, unknown>>(text: string, params?: readonly unknown[]): Promise<Row[]>;
}

export interface SqlDatabase extends Sql {
  /**
   * Runs `work` in one transaction: committed when its promise resolves, rolled back when it rejects, which also
   * rejects the result. It also rejects when a statement failed and `work` went on as if it had not. Use only the
   * `sql` handed in: PGlite has a single session, so there the outer `sql` and `prisma` throw inside of `work`.
   */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Runs any number of statements without parameters, as one implicit transaction. */
  exec(text: string): Promise<void>;
  close(): Promise<void>;
}

export interface Database {
  kind: "pglite" | "postgresql";
  /** Inside of `$transaction` use only the client handed in, for the same reason as in `SqlDatabase.transaction`. */
  prisma: PrismaClient;
  /** Shares the data with `prisma`, not its transactions. */
  sql: SqlDatabase;
  /** For the start-up line: a directory, `memory`, or a URL without credentials. */
  location: string;
  /**
   * Refreshes the planner's statistics after much has been written, and on PGlite, which never does so by itself, also
   * reclaims dead rows.
   */
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
