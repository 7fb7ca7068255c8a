import type { Db } from "@/server/core/context";
import { env } from "@/server/core/env";
import { processWide } from "@/server/core/process-wide";
import { openEmbedded, openMemory } from "./embedded";
import type { Database, DatabaseOptions } from "./port";
import { openPostgresql } from "./postgresql";

export { FolderInUseError } from "./claim-folder";
export { JobsInUseError } from "./claim-jobs";
export { cloneMemoryDatabase, findImage } from "./image";
export type { Database } from "./port";

const shared = processWide<Promise<Database>>("database");

/** Opens a migrated database: in memory, at `url`, or in `dataDir` (default DATA_DIR). The caller must close it. */
export const openDatabase = ({ memory, url, dataDir }: DatabaseOptions): Promise<Database> => {
  if (memory) return openMemory();
  return url ? openPostgresql(url) : openEmbedded(dataDir ?? env.DATA_DIR);
};

const openConfigured = async (): Promise<Database> => {
  // biome-ignore lint/style/noProcessEnv: Next.js sets it during a build; it is not configuration.
  if (process.env["NEXT_PHASE"] === "phase-production-build")
    throw new Error("The database can't be opened during a build. Make the page or route dynamic.");
  return openDatabase(env.DATABASE_URL ? { url: env.DATABASE_URL } : { dataDir: env.DATA_DIR });
};

/** Returns this process's database, opened on first use; if opening fails, the next call tries again. */
export const getDatabase = async (): Promise<Database> => {
  shared.value ??= openConfigured();
  const opening = shared.value;
  try {
    return await opening;
  } catch (error) {
    if (shared.value === opening) shared.value = undefined;
    throw error;
  }
};

/**
 * Returns a database handle for work outside an organisation, such as a job or a sign-in. Endpoints use the handle in
 * their context instead, because that one can be scoped to an organisation.
 */
export const getUnscopedDb = async (): Promise<Db> => (await getDatabase()).prisma;

/** Makes `getDatabase` return this database; for tests and for commands that open their own. */
export const setDatabase = (database: Database): void => {
  shared.value = Promise.resolve(database);
};

/** Closes the database that `getDatabase` opened; does nothing when none is open. */
export const closeDatabase = async (): Promise<void> => {
  const opened = shared.value;
  shared.value = undefined;
  await (await opened)?.close();
};
