import { setMaxListeners } from "node:events";
import type { StarvationWatch } from "./watch-starvation";

type End = "timeout" | "starved" | "stopped";

/** Maximum extension due to starvation, as a multiple of the timeout. */
const mostPatience = 3;

/**
 * Ends a check that takes too long. If this process is starved during the check, extends the deadline by the time lost,
 * up to three times the timeout, so that a response already waiting in the socket is still read. After that, the check
 * ends as `starved`, with an unknown result.
 */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly lostBefore: number;
  private timer: NodeJS.Timeout;
  private granted = 0;
  /** Why the check ended; null while it is in progress. */
  end: End | null = null;

  constructor(
    private readonly timeoutMs: number,
    private readonly watch: StarvationWatch,
  ) {
    // Removes the limit on listeners, because every connection in a redirect chain adds one.
    setMaxListeners(0, this.controller.signal);
    this.lostBefore = watch.lostMs();
    this.timer = setTimeout(() => this.due(), timeoutMs);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Returns how long this process was starved during the check, in milliseconds. */
  lostMs(): number {
    return this.watch.lostMs() - this.lostBefore;
  }

  finish(end: End): void {
    if (this.end !== null) return;
    this.end = end;
    this.controller.abort();
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private due(): void {
    const owed = Math.ceil(this.lostMs() - this.granted);
    if (owed <= 0) this.finish("timeout");
    else if (this.granted > this.timeoutMs * mostPatience) this.finish("starved");
    else {
      this.granted += owed;
      this.timer = setTimeout(() => this.due(), owed);
    }
  }
}
