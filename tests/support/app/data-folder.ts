import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");
const templates = join(root, "node_modules/.cache/curbcut/data-folders");

/** A data folder as the first start leaves its database, made once for these migrations: making it takes seconds of CPU. */
const findTemplate = async (): Promise<string> => {
  // Not before it is needed: the settings, which come along, are read once, and a bench sets them after its imports.
  const { openDatabase } = await import("@/server/adapters/database");
  const { readMigrations } = await import("@/server/adapters/database/migrate");
  const checksums = readMigrations(join(root, "prisma/migrations")).map(({ checksum }) => checksum);
  const template = join(templates, createHash("sha256").update(checksums.join()).digest("hex").slice(0, 16));
  if (existsSync(template)) return template;
  mkdirSync(templates, { recursive: true });
  const draft = mkdtempSync(join(templates, "draft-"));
  const database = await openDatabase({ dataDir: draft });
  await database.close();
  try {
    renameSync(draft, template);
  } catch {
    // Another worker was faster.
    rmSync(draft, { recursive: true, force: true });
  }
  return template;
};

/** An empty folder, gone when the test worker ends: an app started on it has everything to make. */
export const emptyFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "curbcut-app-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** A folder with a database that holds nothing, gone when the test worker ends. */
export const freshFolder = async (): Promise<string> => {
  const template = await findTemplate();
  const folder = emptyFolder();
  cpSync(template, folder, { recursive: true });
  return folder;
};
