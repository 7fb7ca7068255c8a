import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readMigrations } from "./migrate";
import { migrationsFolder } from "./migrations-folder";

/** The files of a fresh, migrated database in two forms: a folder to copy, and a tar archive of that folder. */
export interface DatabaseImage {
  folder: string;
  archive: string;
}

const modules = (): string => join(/* turbopackIgnore: true */ process.cwd(), "node_modules");
export const cacheFolder = (): string => join(modules(), ".cache", "curbcut");
const pglitePackage = (): string => join(modules(), "@electric-sql", "pglite", "package.json");

export const imagePrefix = "database-image-";

const imageName = (): string => {
  const hash = createHash("sha256");
  hash.update(readFileSync(pglitePackage()));
  for (const { name, checksum } of readMigrations(migrationsFolder())) hash.update(`${name}:${checksum};`);
  return `${imagePrefix}${hash.digest("hex").slice(0, 16)}`;
};

export const imagePaths = (): DatabaseImage => {
  const folder = join(cacheFolder(), imageName());
  return { folder, archive: `${folder}.tar` };
};

/** If the archive exists, the image is complete, because the archive is written last. */
export const isComplete = ({ archive }: DatabaseImage): boolean => existsSync(archive);

/** Returns the folder of the image for the current migrations, or null if the image isn't complete. */
export const findImageFolder = (): string | null => {
  const image = imagePaths();
  return isComplete(image) ? image.folder : null;
};
