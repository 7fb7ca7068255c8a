import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
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

/** Creates a folder with an empty database, which is deleted when this process exits. */
export const freshFolder = async (): Promise<string> => {
  // Imported here and not at the top, because importing it reads the settings, which benchmarks set after their
  // imports.
  const { readImage } = await import("@/server/adapters/database");
  const folder = emptyFolder();
  const image = Readable.fromWeb((await readImage()).stream() as ReadableStream);
  await pipeline(image, extract(join(folder, "db"), { dmode: 0o700, fmode: 0o600 }));
  return folder;
};
