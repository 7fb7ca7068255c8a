import { env } from "@/server/core/env";
import { openEmbedded, openMemory } from "./embedded";
import type { Database, DatabaseOptions } from "./port";
import { openPostgresql } from "./postgresql";

export { FolderInUseError } from "./claim-folder";
export { cloneMemoryDatabase, readImage } from "./clone-memory";
export type { Database } from "./port";

// Next evaluates modules more than once in a process.
const globals = globalThis as typeof globalThis & { curbcutDatabase?: Promise<Database> | undefined };

/** Opens a migrated database: in memory, at `url`, or in `dataDir` (default DATA_DIR). The caller closes it. */
export const openDatabase = ({ memory, url, dataDir }: DatabaseOptions): Promise<Database> => {
  if (memory) return openMemory();
  return url ? openPostgresql(url) : openEmbedded(dataDir ?? env.DATA_DIR);
};

const openConfigured = async (): Promise<Database> => {
  // biome-ignore lint/style/noProcessEnv: Next sets it during a build; it is not configuration.
  if (process.env["NEXT_PHASE"] === "phase-production-build")
    throw new Error("The database is not to be opened during a build; make the page or route dynamic.");
  return openDatabase(env.DATABASE_URL ? { url: env.DATABASE_URL } : { dataDir: env.DATA_DIR });
};

/** The one database of this process, opened on first use; a failed opening is tried again by the next call. */
export const getDatabase = async (): Promise<Database> => {
  globals.curbcutDatabase ??= openConfigured();
  const opening = globals.curbcutDatabase;
  try {
    return await opening;
  } catch (error) {
    if (globals.curbcutDatabase === opening) globals.curbcutDatabase = undefined;
    throw error;
  }
};

/** Makes `getDatabase` answer with this database; for tests and commands that bring their own. */
export const setDatabase = (database: Database): void => {
  globals.curbcutDatabase = Promise.resolve(database);
};

/** Closes what `getDatabase` opened; without effect when nothing is open. */
export const closeDatabase = async (): Promise<void> => {
  const opened = globals.curbcutDatabase;
  globals.curbcutDatabase = undefined;
  await (await opened)?.close();
};
