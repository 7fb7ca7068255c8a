import { type Database, openDatabase, setDatabase } from "@/server/adapters/database";
import { test } from "./api";
import { findPostgres, type Postgres, startPostgres } from "./postgres";

/**
 * Runs the tests of a file on PostgreSQL, because only PostgreSQL can run two transactions at the same time: the
 * embedded database has a single session. Skips the tests if PostgreSQL isn't installed. Returns a function that
 * returns the database while tests run.
 */
export const runOnPostgres = (): (() => Database) => {
  const bin = findPostgres();
  let postgres: Postgres;
  let shared: Database;

  test.skip(bin === null, "PostgreSQL is not installed");

  test.beforeAll(async () => {
    postgres = await startPostgres(bin ?? "");
    shared = await openDatabase({ url: postgres.url });
    setDatabase(shared);
  });

  test.afterAll(async ({ database }) => {
    await shared.close();
    await postgres.stop();
    setDatabase(database);
  });
  return () => shared;
};
