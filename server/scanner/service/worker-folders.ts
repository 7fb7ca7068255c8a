import { chmodSync, mkdtempSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorCode } from "@/server/core/error-code";
import { log } from "@/server/core/log";
import { isOpenToBrowser, isRoot } from "../browser/browser-user";

/**
 * The folder's name includes the supervisor's process id, so that a later supervisor can tell whether the folder is
 * still in use.
 */
const PREFIX = "curbcut-scan-";

const isRunning = (processId: number): boolean => {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
};

/** Returns a temporary folder that the browser's user can access. Root's own folder may be closed to other users. */
const temporaryFolder = (): string => (isOpenToBrowser(tmpdir()) ? tmpdir() : "/tmp");

/**
 * Creates a folder for all temporary files of one worker and its browser. Other users can access the browser's profile
 * inside the folder, but can't list the folder.
 */
export const createWorkerFolder = (): string => {
  const folder = mkdtempSync(join(temporaryFolder(), `${PREFIX}${process.pid}-`));
  if (isRoot()) chmodSync(folder, 0o711);
  return folder;
};

/**
 * Deletes the folders left behind by killed supervisors. Call this only after those supervisors' workers have had time
 * to exit too, because a worker loads its code from its folder.
 */
export const deleteOrphanedFolders = async (): Promise<void> => {
  const folder = temporaryFolder();
  for (const name of await readdir(folder).catch(() => [])) {
    const owner = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split("-")[0]) : Number.NaN;
    if (!Number.isInteger(owner) || isRunning(owner)) continue;
    await rm(join(folder, name), { recursive: true, force: true }).catch((error: unknown) =>
      log.warn({ err: error, folder: name }, "failed to delete files left by a previous scanner process"),
    );
  }
};
