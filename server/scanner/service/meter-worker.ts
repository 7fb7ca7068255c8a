import { lowerPriority, readProcessTree } from "./process-use";
import type { WorkerProcess } from "./worker-process";

interface Used {
  cpu_ms: number;
  bytes: number;
}

interface Meter {
  countPage(): void;
  stop(): void;
}

interface Scan {
  /** Whether the scan includes Lighthouse. */
  lighthouse: boolean;
  low_priority: boolean;
}

interface Work extends Scan {
  /** Number of finished pages. */
  pages: number;
}

const METER_MS = 1_000;

/** CPU time that isn't attributed to pages: starting a browser, and running Lighthouse. */
const startMs = 4_000;
const lighthouseMs = 25_000;

/**
 * Niceness of a scan that has used at least this much CPU time, in total or per page. Ordinary pages take one to three
 * seconds.
 */
const levels: readonly { totalMs: number; pageMs: number; niceness: number }[] = [
  { totalMs: 90_000, pageMs: 16_000, niceness: 15 },
  { totalMs: 45_000, pageMs: 8_000, niceness: 10 },
  { totalMs: 20_000, pageMs: 4_000, niceness: 5 },
];

/**
 * Niceness of a low-priority scan. While an ordinary scan needs the CPU too, the low-priority scan gets a third of the
 * ordinary scan's CPU time.
 */
const lowPriority = 5;

/**
 * Returns a scan's niceness: the more CPU time the scan has used, in total and per page, the more it yields to others.
 * If no other process needs the CPU, the scan still gets all of it.
 */
export const nicenessOf = (cpuMs: number, { pages, lighthouse, low_priority }: Work): number => {
  const forPages = cpuMs - startMs - (lighthouse ? lighthouseMs : 0);
  const level = levels.find(({ totalMs, pageMs }) => cpuMs >= totalMs || forPages >= pageMs * (pages + 1));
  return Math.max(level?.niceness ?? 0, low_priority ? lowPriority : 0);
};

/**
 * Reports every second how much CPU time and data a worker and its browser have used since the previous report, and
 * sets their priority accordingly.
 */
export const meterWorker = (worker: WorkerProcess, scan: Scan, onUse: (used: Used) => void): Meter => {
  const readTree = () => (worker.processId === undefined ? [] : readProcessTree(worker.processId));
  const sum = (tree: ReturnType<typeof readTree>): number => tree.reduce((total, { cpuMs }) => total + cpuMs, 0);
  const before = sum(readTree());
  let last: Used = { cpu_ms: 0, bytes: 0 };
  let pages = 0;
  const measure = (): void => {
    const tree = readTree();
    const cpu_ms = Math.max(last.cpu_ms, sum(tree) - before);
    const bytes = Math.max(last.bytes, worker.bytes);
    onUse({ cpu_ms: cpu_ms - last.cpu_ms, bytes: bytes - last.bytes });
    last = { cpu_ms, bytes };
    lowerPriority(
      tree.map(({ id }) => id),
      nicenessOf(cpu_ms, { ...scan, pages }),
    );
  };
  measure();
  const timer = setInterval(measure, METER_MS);
  return {
    countPage: () => {
      pages += 1;
    },
    stop: () => {
      clearInterval(timer);
      measure();
    },
  };
};
