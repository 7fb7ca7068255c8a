import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

/** Returns the owner of a lock file; "gone" if the owner has exited or the content has been invalid for ten seconds. */
const readOwner = (file: string): number | "gone" | "unknown" => {
  try {
    const pid = Number(readFileSync(file, "utf8"));
    if (pid > 0) return isAlive(pid) ? pid : "gone";
    return Date.now() - statSync(file).mtimeMs > 10_000 ? "gone" : "unknown";
  } catch {
    return "unknown";
  }
};

const claim = (file: string): boolean => {
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
};

/**
 * Runs `work` while holding the lock file. Ignores a lock file whose process has exited. If it has to wait, calls
 * `onWait` once with the owner's process id.
 */
export const withBuildLock = async <T>(
  file: string,
  work: () => Promise<T>,
  onWait: (pid: number) => void,
): Promise<T> => {
  let told = false;
  while (!claim(file)) {
    const owner = readOwner(file);
    if (owner === "gone") rmSync(file, { force: true });
    else await wait(250);
    if (typeof owner === "number" && !told) {
      told = true;
      onWait(owner);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
};
