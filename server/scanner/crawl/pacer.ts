import { setTimeout as sleep } from "node:timers/promises";
import { CallerQueue } from "../caller-queue";

export interface Pacer {
  /** Waits until another page from this host may be loaded. Returns a function to call when the page is done. */
  enter(host: string, signal: AbortSignal): Promise<() => void>;
  /** Waits until the end of the host's pause, if any. */
  pause(host: string, signal: AbortSignal): Promise<void>;
  /**
   * Pauses requests to a host that failed or responded with 429 or 503. The pause is as long as the host requested or,
   * if it didn't request a particular time, twice as long as the previous pause.
   */
  slowDown(host: string, retryAfterSeconds: number | null): void;
  succeed(host: string): void;
  /** Reports whether a host refuses requests so consistently that retrying is pointless. */
  isHopeless(host: string): boolean;
}

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
const HOPELESS_AFTER = 12;
const SUCCESSES_TO_SPEED_UP = 10;

/** Pauses shorter than this aren't reported. */
const SHORTEST_PAUSE_MS = 3_000;

/** Detects when every admitted page is waiting until its host may be contacted again. */
class PauseWatch {
  /** For each host, the number of admitted pages and how many of them have started. */
  private readonly hosts = new Map<object, { inside: number; working: number; nextStart: () => number }>();

  constructor(private readonly onPause: (ms: number) => void) {}

  enter(host: object, nextStart: () => number): void {
    const { inside = 0, working = 0 } = this.hosts.get(host) ?? {};
    this.hosts.set(host, { inside: inside + 1, working, nextStart });
    this.checkPause();
  }

  work(host: object): void {
    const counts = this.hosts.get(host);
    if (counts) counts.working += 1;
  }

  /**
   * Counts a page as done, assuming that it had started. A page that hadn't started can end only if the scan is
   * aborted, and the counts no longer matter then.
   */
  leave(host: object): void {
    const counts = this.hosts.get(host);
    if (!counts) return;
    counts.inside -= 1;
    counts.working = Math.max(0, counts.working - 1);
    this.checkPause();
  }

  private checkPause(): void {
    const hosts = [...this.hosts.values()].filter(({ inside }) => inside > 0);
    if (hosts.length === 0 || hosts.some(({ working }) => working > 0)) return;
    const ms = Math.min(...hosts.map(({ nextStart }) => nextStart())) - performance.now();
    if (ms >= SHORTEST_PAUSE_MS) this.onPause(ms);
  }
}

/** Controls how many pages from one host are loaded at the same time, and the pauses between them. */
class HostPace {
  private running = 0;
  private throttled = 0;
  private succeeded = 0;
  private nextStart = 0;
  private limit: number;
  private readonly line = new CallerQueue();

  constructor(
    private readonly maxConcurrent: number,
    private readonly delayMs: number,
    private readonly watch: PauseWatch,
  ) {
    this.limit = delayMs > 0 ? 1 : maxConcurrent;
  }

  get isHopeless(): boolean {
    return this.throttled >= HOPELESS_AFTER;
  }

  async enter(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    while (this.running >= this.limit) await this.line.wait(signal);
    this.running += 1;
    this.watch.enter(this, () => this.nextStart);
    const leave = () => {
      this.running -= 1;
      this.watch.leave(this);
      this.wake();
    };
    try {
      await this.pause(signal);
    } catch (error) {
      leave();
      throw error;
    }
    this.nextStart = performance.now() + this.delayMs;
    this.watch.work(this);
    return leave;
  }

  async pause(signal: AbortSignal): Promise<void> {
    for (let left = this.nextStart - performance.now(); left > 0; left = this.nextStart - performance.now()) {
      await sleep(left, undefined, { signal });
    }
  }

  slowDown(retryAfterSeconds: number | null): void {
    const backOff = FIRST_PAUSE_MS * 2 ** Math.min(this.throttled, 6);
    const wanted = Math.min(retryAfterSeconds === null ? backOff : retryAfterSeconds * 1_000, MAX_PAUSE_MS);
    this.nextStart = Math.max(this.nextStart, performance.now() + wanted);
    this.throttled += 1;
    this.succeeded = 0;
    this.limit = Math.max(1, Math.floor(this.limit / 2));
  }

  succeed(): void {
    this.throttled = 0;
    this.succeeded += 1;
    const mayGrow = this.delayMs === 0 && this.limit < this.maxConcurrent;
    if (!mayGrow || this.succeeded % SUCCESSES_TO_SPEED_UP !== 0) return;
    this.limit += 1;
    this.wake();
  }

  private wake(): void {
    if (this.running < this.limit) this.line.callNext();
  }
}

export interface PacerOptions {
  maxConcurrent: number;
  delayMs: number;
  /** Called with the minimum wait in milliseconds when all pages are waiting for their hosts. */
  onPause?: (ms: number) => void;
}

/**
 * Limits the load on each host: at most `maxConcurrent` pages at once, or fewer while the host refuses requests or
 * fails, with `delayMs` between starts.
 */
export const createPacer = ({ maxConcurrent, delayMs, onPause = () => undefined }: PacerOptions): Pacer => {
  const watch = new PauseWatch(onPause);
  const hosts = new Map<string, HostPace>();
  const paceOf = (name: string): HostPace => {
    const host = hosts.get(name) ?? new HostPace(maxConcurrent, delayMs, watch);
    hosts.set(name, host);
    return host;
  };
  return {
    enter: (name, signal) => paceOf(name).enter(signal),
    pause: (name, signal) => paceOf(name).pause(signal),
    slowDown: (name, retryAfterSeconds) => paceOf(name).slowDown(retryAfterSeconds),
    succeed: (name) => paceOf(name).succeed(),
    isHopeless: (name) => paceOf(name).isHopeless,
  };
};

/**
 * Returns the number of seconds that a Retry-After header specifies, as a number or a date (RFC 9110); null for any
 * other value.
 */
export const parseRetryAfter = (value: string | null, now: Date = new Date()): number | null => {
  if (value === null || value.trim() === "") return null;
  if (/^\d+$/.test(value.trim())) return Number(value.trim());
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, (date - now.getTime()) / 1_000);
};
