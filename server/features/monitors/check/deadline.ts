import { setMaxListeners } from "node:events";
import type { StarvationWatch } from "./watch-starvation";

type End = "timeout" | "starved" | "stopped";

/** What is put down to starvation at most, as a multiple of the time allowed. */
const mostPatience = 3;

/**
 * Ends a check that takes too long. Time in which this process stood still does not count: it is added, up to three
 * times the time allowed, so that an answer that has been waiting in the socket is still read. After that the end is
 * `starved`, and nothing is known.
 */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly lostBefore: number;
  private timer: NodeJS.Timeout;
  private granted = 0;
  /** Why it is over; null while it is not. */
  end: End | null = null;

  constructor(
    private readonly timeoutMs: number,
    private readonly watch: StarvationWatch,
  ) {
    // Every connection of a chain of redirects listens.
    setMaxListeners(0, this.controller.signal);
    this.lostBefore = watch.lostMs();
    this.timer = setTimeout(() => this.due(), timeoutMs);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Milliseconds of the check in which this process stood still. */
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
