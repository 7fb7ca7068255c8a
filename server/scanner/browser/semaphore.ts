import { WaitingLine } from "../waiting-line";

/** Lets `size` callers in at a time, first come, first served. */
export class Semaphore {
  private free: number;
  private readonly line = new WaitingLine();

  constructor(readonly size: number) {
    this.free = size;
  }

  /** Waits for a place; call what it gives back to leave. Throws the signal's reason when it is aborted first. */
  async enter(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.free > 0) this.free -= 1;
    else await this.line.wait(signal);
    return () => {
      if (!this.line.callNext()) this.free += 1;
    };
  }
}
