import { randomUUID } from "node:crypto";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { errorCode } from "@/server/core/error-code";
import { log } from "@/server/core/log";
import { readProcessStat } from "@/server/core/process-stat";

const Claim = z.object({ pid: z.number(), host: z.string(), started: z.string().nullable(), since: z.string() });
type Claim = z.infer<typeof Claim>;

const heartbeatMs = 5_000;
/**
 * A claim from another host or container can't be checked by process id. It counts as stale once its file hasn't been
 * touched for this long.
 */
const foreignStaleMs = 30_000;
/**
 * How long a process keeps trying to claim a folder. Two processes that start at the same moment see each other's
 * claims; both withdraw and try again.
 */
const contestMs = 1_500;

export class FolderInUseError extends Error {
  override readonly name = "FolderInUseError";
}

const readText = (path: string): string | null => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
};

/**
 * Identifies the namespace within which process ids are comparable. The host name alone isn't enough, because several
 * containers can have the same one.
 */
const processSpace = (): string => {
  try {
    return `${hostname()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
};

/**
 * Returns a process's start time, as ticks since boot, with the boot ID. Together, they distinguish the process from
 * others with the same process id. Returns null if there is no /proc.
 */
const processStart = (pid: number): string | null => {
  const boot = readText("/proc/sys/kernel/random/boot_id");
  const ticks = readProcessStat(pid)?.startedAt;
  return ticks && boot ? `${boot.trim()}:${ticks}` : null;
};

const processExists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
};

const touchedWithin = (path: string, milliseconds: number): boolean => {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs < milliseconds;
};

const parseClaim = (text: string | null): Claim | null => {
  try {
    return Claim.parse(JSON.parse(text ?? ""));
  } catch {
    return null;
  }
};

const isAlive = (path: string, claim: Claim | null): boolean => {
  if (!claim || claim.host !== processSpace()) return touchedWithin(path, foreignStaleMs);
  if (!processExists(claim.pid)) return false;
  return claim.started === null || claim.started === processStart(claim.pid);
};

const unlinkIfThere = (path: string): void => {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
};

interface Rival {
  path: string;
  claim: Claim | null;
}

/** Returns the claims of all other running processes, and removes the claims of processes that no longer exist. */
const findRivals = (folder: string, prefix: string, own: string): Rival[] => {
  const rivals: Rival[] = [];
  for (const file of readdirSync(folder)) {
    const path = join(folder, file);
    if (!file.startsWith(prefix) || !file.endsWith(".lock") || path === own) continue;
    const claim = parseClaim(readText(path));
    if (isAlive(path, claim)) rivals.push({ path, claim });
    else {
      unlinkIfThere(path);
      log.warn({ path, pid: claim?.pid }, "removed a stale lock left by a process that has exited");
    }
  }
  return rivals;
};

const writeClaim = (folder: string, prefix: string): string => {
  const path = join(folder, `${prefix}${randomUUID()}.lock`);
  const claim: Claim = {
    pid: process.pid,
    host: processSpace(),
    started: processStart(process.pid),
    since: new Date().toISOString(),
  };
  writeFileSync(path, JSON.stringify(claim), { flag: "wx", mode: 0o600 });
  return path;
};

const keepTouching = (path: string): NodeJS.Timeout =>
  setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date());
    } catch (error) {
      log.error({ err: error, path }, "failed to renew the lock on a folder");
    }
  }, heartbeatMs).unref();

const describeRival = (folder: string, { path, claim }: Rival): FolderInUseError => {
  const who = claim ? `process ${claim.pid} on ${claim.host}, since ${claim.since}` : path;
  return new FolderInUseError(
    `Another Curbcut process is using ${folder} (${who}). Stop it first, or set DATA_DIR to another folder.`,
  );
};

/**
 * Makes this process the only owner of `<folder>/<name>` until the returned function is called or the process dies. Two
 * processes can never both proceed, whichever starts first, because each first writes its own claim and then looks for
 * others. A claim is removed if its process, identified by id and start time, no longer exists. Throws
 * FolderInUseError.
 */
export const claimFolder = async (folder: string, name: string): Promise<() => void> => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const prefix = `${name}.`;
  const deadline = Date.now() + contestMs;
  for (;;) {
    const own = writeClaim(folder, prefix);
    const [rival] = findRivals(folder, prefix, own);
    if (!rival) {
      const heartbeat = keepTouching(own);
      return () => {
        clearInterval(heartbeat);
        unlinkIfThere(own);
      };
    }
    unlinkIfThere(own);
    if (Date.now() > deadline) throw describeRival(folder, rival);
    await pause(20 + Math.random() * 200);
  }
};
