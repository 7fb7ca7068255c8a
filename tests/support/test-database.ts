import { cloneMemoryDatabase, type Database, openDatabase } from "@/server/adapters/database";
import { findPostgres, startPostgres } from "./postgres";

interface TestDatabase {
  database: Database;
  release(): Promise<void>;
}

/** Opens the database of one worker: embedded and in memory or, with TEST_DATABASE=postgresql, on a separate server. */
export const openTestDatabase = async (): Promise<TestDatabase> => {
  if (process.env["TEST_DATABASE"] !== "postgresql")
    return { database: await cloneMemoryDatabase(), release: async () => undefined };
  const binaries = findPostgres();
  if (!binaries) throw new Error("TEST_DATABASE=postgresql needs PostgreSQL: install the postgresql package.");
  const postgres = await startPostgres(binaries);
  return { database: await openDatabase({ url: postgres.url }), release: () => postgres.stop() };
};
