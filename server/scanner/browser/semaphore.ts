/** Lets `size` callers in at a time, first come, first served. */
export class Semaphore {
  private free: number;
  private waiting: (() => void)[] = [];

  constructor(readonly size: number) {
    this.free = size;
  }

  /** Waits for a place; call what it gives back to leave. Throws the signal's reason when it is aborted first. */
  async enter(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.free > 0) this.free -= 1;
    else await this.waitForTurn(signal);
    return () => {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    };
  }

  private waitForTurn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        this.waiting = this.waiting.filter((waiting) => waiting !== turn);
        reject(signal.reason);
      };
      this.waiting.push(turn);
      signal.addEventListener("abort", leave, { once: true });
    });
  }
}
