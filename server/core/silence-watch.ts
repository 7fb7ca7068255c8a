import type { ProcessStat } from "./process-stat";

const TICKS = 10;
/** Even on an overloaded machine, a process gets some CPU time within this multiple of `afterMs`. */
const MOST_PATIENCE = 6;
/** The statistics that distinguish a process waiting for a processor from one that is stuck. */
export type ProcessUse = Pick<ProcessStat, "state" | "cpuMs">;

interface SilenceOptions {
  /** Silence in milliseconds after which `onSilent` is called. */
  afterMs: number;
  onSilent: () => void;
  /** Returns the resource use of the watched process, or null if the system doesn't report it. */
  readUse?: () => ProcessUse | null;
}

/**
 * Detects when another process has been silent for too long. Time during which this process was stopped or the machine
 * slept doesn't count, because this process couldn't receive anything. A process that is waiting for a processor or a
 * disk and got less than half of the available CPU time is allowed up to six times as long.
 */
export class SilenceWatch {
  private silentMs = 0;
  private lastTickAt = performance.now();
  private usedBefore: ProcessUse | null = null;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly options: SilenceOptions) {
    this.timer = setInterval(() => this.tick(), options.afterMs / TICKS);
    this.timer.unref();
  }

  reset(): void {
    this.silentMs = 0;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private tick(): void {
    const now = performance.now();
    const { afterMs, onSilent, readUse } = this.options;
    if (this.silentMs === 0) this.usedBefore = readUse?.() ?? null;
    this.silentMs += Math.min(now - this.lastTickAt, (2 * afterMs) / TICKS);
    this.lastTickAt = now;
    if (this.silentMs < afterMs || this.isStarved()) return;
    this.stop();
    onSilent();
  }

  private isStarved(): boolean {
    const { afterMs, readUse } = this.options;
    if (!this.usedBefore || this.silentMs >= MOST_PATIENCE * afterMs) return false;
    const use = readUse?.();
    return (
      use !== undefined && use !== null && "RD".includes(use.state) && use.cpuMs - this.usedBefore.cpuMs < afterMs / 2
    );
  }
}
