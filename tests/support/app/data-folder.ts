import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storeSigningKey } from "../signing-key";

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
 * Creates a folder with a copy of an empty database and a signing key, so that processes started from elsewhere don't
 * have to create them. The folder is deleted when this process exits.
 */
export const freshFolder = async (): Promise<string> => {
  // Imported here and not at the top, because importing it reads the settings, which benchmarks set after their
  // imports.
  const { findImage } = await import("@/server/adapters/database");
  const { folder: image } = await findImage();
  const folder = emptyFolder();
  cpSync(image, join(folder, "db"), { recursive: true });
  storeSigningKey(folder);
  return folder;
};
