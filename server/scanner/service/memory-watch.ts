import { readFileSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { env } from "@/server/core/env";
import { readProcessTree } from "./process-use";

interface Parts {
  /** Returns the id of the process at the root of the watched process tree. */
  root: () => number | undefined;
  limitBytes: number;
  /** Called with the process that uses the most memory, and with the total memory of all processes. */
  onExceeded: (process: ProcessMemory, sum: number) => void;
}

interface ProcessMemory {
  id: number;
  bytes: number;
}

const WATCH_MS = 500;
const megabyte = 1_000_000;
const DEFAULT_SHARE = 4;
const LEAST_DEFAULT_MB = 1_000;
const MOST_DEFAULT_MB = 4_000;

/** Returns SCAN_MEMORY_MB in bytes, or its default, which depends on the memory of this machine or container. */
export const scanMemoryLimit = (): number => {
  const memory = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
  const share = Math.floor(memory / megabyte / DEFAULT_SHARE);
  return (env.SCAN_MEMORY_MB ?? Math.max(LEAST_DEFAULT_MB, Math.min(MOST_DEFAULT_MB, share))) * megabyte;
};

/**
 * Returns the bytes of memory that are freed only when the process exits; 0 without /proc. Excludes mapped files, such
 * as the program itself.
 */
const readMemory = (id: number): number => {
  try {
    const status = readFileSync(`/proc/${id}/status`, "utf8");
    return Array.from(status.matchAll(/^Rss(?:Anon|Shmem):\s{1,20}(\d{1,12}) kB$/gm)).reduce(
      (sum, [, kilobytes]) => sum + Number(kilobytes) * 1_024,
      0,
    );
  } catch {
    return 0;
  }
};

/** Returns the memory of a process and of each of its descendants. */
const measureTree = (root: number): ProcessMemory[] =>
  readProcessTree(root).map(({ id }) => ({ id, bytes: readMemory(id) }));

const sumOf = (processes: readonly ProcessMemory[]): number => processes.reduce((sum, { bytes }) => sum + bytes, 0);

/**
 * Periodically measures the memory use of a process and its descendants, and calls `onExceeded` whenever the total is
 * above the limit. Does nothing without /proc.
 */
export const watchMemory = ({ root, limitBytes, onExceeded }: Parts): { stop(): void } => {
  const checkMemory = (): void => {
    const id = root();
    if (id === undefined) return;
    const used = measureTree(id);
    const sum = sumOf(used);
    const [largest] = used.sort((one, other) => other.bytes - one.bytes);
    if (largest && sum > limitBytes) onExceeded(largest, sum);
  };
  const timer = setInterval(checkMemory, WATCH_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
};

/** Memory per core that the scanner may use before it stops opening further tabs. */
const ROOM_PER_CORE = 500 * megabyte;
/** Memory that a page where all rules run may need. */
const TAB_BYTES = 150 * megabyte;

/**
 * Returns a function that converts the number of tabs in use to the number for which there is memory. It measures the
 * memory of this process and its descendants at most twice a second. Without /proc, the function assumes that no memory
 * is in use.
 */
export const createTabLimit = (): ((inUse: number) => number) => {
  const room = availableParallelism() * ROOM_PER_CORE;
  let [most, measuredAt] = [0, Number.NEGATIVE_INFINITY];
  return (inUse) => {
    const now = performance.now();
    if (now - measuredAt < WATCH_MS) return most;
    const left = room - sumOf(measureTree(process.pid));
    [most, measuredAt] = [inUse + Math.max(0, Math.floor(left / TAB_BYTES)), now];
    return most;
  };
};
