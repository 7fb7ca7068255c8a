import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dumpMemory, openMemory } from "./embedded";
import { readMigrations } from "./migrate";
import { migrationsFolder } from "./migrations-folder";
import type { Database } from "./port";

const modules = (): string => join(/* turbopackIgnore: true */ process.cwd(), "node_modules");
const cacheFolder = (): string => join(modules(), ".cache", "curbcut");
const pglitePackage = (): string => join(modules(), "@electric-sql", "pglite", "package.json");

const imageName = (): string => {
  const hash = createHash("sha256");
  hash.update(readFileSync(pglitePackage()));
  for (const { name, checksum } of readMigrations(migrationsFolder())) hash.update(`${name}:${checksum};`);
  return `memory-database-${hash.digest("hex").slice(0, 16)}.tar`;
};

const readImage = async (): Promise<Blob> => {
  const path = join(cacheFolder(), imageName());
  try {
    return new Blob([readFileSync(path)]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const image = await dumpMemory();
  const draft = `${path}.${randomUUID()}`;
  mkdirSync(cacheFolder(), { recursive: true });
  writeFileSync(draft, Buffer.from(await image.arrayBuffer()));
  renameSync(draft, path);
  return image;
};

/**
 * A fresh, migrated database in memory, several times faster than `openDatabase({ memory: true })`: the first one made
 * since a migration changed is kept as an image that all processes start from.
 */
export const cloneMemoryDatabase = async (): Promise<Database> => openMemory(await readImage());
