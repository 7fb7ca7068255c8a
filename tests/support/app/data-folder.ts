import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { extract } from "tar-fs";

/** An empty folder, gone when the test worker ends: an app started on it has everything to make. */
export const emptyFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "curbcut-app-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** A folder with a database that holds nothing, gone when the test worker ends. */
export const freshFolder = async (): Promise<string> => {
  // Not before it is needed: the settings, which come along, are read once, and a bench sets them after its imports.
  const { readImage } = await import("@/server/adapters/database");
  const folder = emptyFolder();
  const image = Readable.fromWeb((await readImage()).stream() as ReadableStream);
  await pipeline(image, extract(join(folder, "db"), { dmode: 0o700, fmode: 0o600 }));
  return folder;
};
