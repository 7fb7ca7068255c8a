import { CallerQueue } from "../caller-queue";

/**
 * Waits for a free permit and returns a function that releases it. Throws the signal's reason if the signal is aborted
 * first.
 */
export type AcquirePermit = (signal: AbortSignal) => Promise<() => void>;

/** Admits up to `size` callers at a time, first come, first served. */
export class Semaphore {
  private free: number;
  private readonly line = new CallerQueue();

  constructor(readonly size: number) {
    this.free = size;
  }

  async enter(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.free > 0) this.free -= 1;
    else await this.line.wait(signal);
    return () => {
      if (!this.line.callNext()) this.free += 1;
    };
  }
}
