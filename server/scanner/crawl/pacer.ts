import { setTimeout as sleep } from "node:timers/promises";
import { WaitingLine } from "../waiting-line";

export interface Pacer {
  /** Waits until another page of this host may be loaded; call what it gives back when the page is done. */
  enter(host: string, signal: AbortSignal): Promise<() => void>;
  /** Waits until the host's pause, if any, is over. */
  pause(host: string, signal: AbortSignal): Promise<void>;
  /** The host said 429 or 503, or failed: it is left alone for the time it asked for, or twice as long each time. */
  slowDown(host: string, retryAfterSeconds: number | null): void;
  succeed(host: string): void;
  /** True when a host refuses so steadily that trying again is pointless. */
  isHopeless(host: string): boolean;
}

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
const HOPELESS_AFTER = 12;
const SUCCESSES_TO_SPEED_UP = 10;

/** Turns and pauses of one host. */
class HostPace {
  private running = 0;
  private throttled = 0;
  private succeeded = 0;
  private nextStart = 0;
  private limit: number;
  private readonly line = new WaitingLine();

  constructor(
    private readonly maxConcurrent: number,
    private readonly delayMs: number,
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
    const leave = () => {
      this.running -= 1;
      this.wake();
    };
    try {
      await this.pause(signal);
    } catch (error) {
      leave();
      throw error;
    }
    this.nextStart = performance.now() + this.delayMs;
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

/** Keeps the load on each host bearable: `maxConcurrent` pages at once, `delayMs` between starts, less when it complains. */
export const createPacer = ({ maxConcurrent, delayMs }: { maxConcurrent: number; delayMs: number }): Pacer => {
  const hosts = new Map<string, HostPace>();
  const paceOf = (name: string): HostPace => {
    const host = hosts.get(name) ?? new HostPace(maxConcurrent, delayMs);
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

/** Seconds of a Retry-After header, which is a number or a date (RFC 9110); null when it is neither. */
export const parseRetryAfter = (value: string | null, now: Date = new Date()): number | null => {
  if (value === null || value.trim() === "") return null;
  if (/^\d+$/.test(value.trim())) return Number(value.trim());
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, (date - now.getTime()) / 1_000);
};
