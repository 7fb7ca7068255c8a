import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { claimFolder, FolderInUseError } from "./claim-folder";
import { createDatabase, openMemory } from "./embedded";
import { cacheFolder, type DatabaseImage, imagePaths, imagePrefix, isComplete } from "./image-paths";
import type { Database } from "./port";

/** Removes the images of other versions, and anything that an interrupted process left behind. */
const removeOthers = (): void => {
  for (const name of readdirSync(cacheFolder()))
    if (name.startsWith(imagePrefix)) rmSync(join(cacheFolder(), name), { recursive: true, force: true });
};

const writeImage = async ({ folder, archive }: DatabaseImage): Promise<void> => {
  removeOthers();
  const draft = `${folder}.${randomUUID()}`;
  writeFileSync(`${draft}.tar`, Buffer.from(await (await createDatabase(draft)).arrayBuffer()));
  renameSync(draft, folder);
  renameSync(`${draft}.tar`, archive);
};

/** Creates the image, or waits a moment if another process is already creating it. */
const makeImage = async (image: DatabaseImage): Promise<void> => {
  mkdirSync(cacheFolder(), { recursive: true });
  let release: () => void;
  try {
    release = await claimFolder(cacheFolder(), "database-image");
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    return pause(100);
  }
  try {
    if (!isComplete(image)) await writeImage(image);
  } finally {
    release();
  }
};

/**
 * Returns the image. The build creates the image, because that takes seconds. If the migrations have changed since the
 * build, the first process that needs a new image creates it for all processes.
 */
export const findImage = async (): Promise<DatabaseImage> => {
  const image = imagePaths();
  while (!isComplete(image)) await makeImage(image);
  return image;
};

/** Opens a fresh, migrated database in memory, several times faster than `openDatabase({ memory: true })`. */
export const cloneMemoryDatabase = async (): Promise<Database> => {
  const { archive } = await findImage();
  return openMemory(new Blob([readFileSync(archive)]));
};
