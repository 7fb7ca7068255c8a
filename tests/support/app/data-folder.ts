import { randomUUID } from "node:crypto";
import { cpSync, createReadStream, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { extract } from "tar-fs";

/**
 * Creates an empty folder, which is deleted when this process exits. An app that uses the folder has to create all its
 * data.
 */
export const emptyFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "curbcut-app-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/**
 * Returns a folder with the files of an empty database, to be copied, which takes a fraction of the CPU time of
 * extracting the archive. The first process extracts it for all processes.
 */
const extractedImage = async (): Promise<string> => {
  // Imported here and not at the top, because importing it reads the settings, which benchmarks set after their
  // imports.
  const { findImage } = await import("@/server/adapters/database");
  const image = await findImage();
  const folder = image.replace(/\.tar$/, "");
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${randomUUID()}`;
  await pipeline(createReadStream(image), extract(draft, { dmode: 0o700, fmode: 0o600 }));
  try {
    renameSync(draft, folder);
  } catch (error) {
    // Another process may have been faster.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
};

/** Creates a folder with an empty database, which is deleted when this process exits. */
export const freshFolder = async (): Promise<string> => {
  const folder = emptyFolder();
  cpSync(await extractedImage(), join(folder, "db"), { recursive: true });
  return folder;
};
