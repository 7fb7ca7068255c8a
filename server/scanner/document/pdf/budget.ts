/** Thrown when a file takes more work than we are willing to do. */
export class OverBudgetError extends Error {
  override readonly name = "OverBudgetError";
}

export interface Limits {
  milliseconds: number;
  /** Maximum number of values and operators to read, including those that are read again. */
  values: number;
  /** Maximum number of values to keep in memory. */
  keptValues: number;
  /** Maximum number of bytes that all streams may have after decompression. */
  streamBytes: number;
}

const MAX_QUEUE = 1_000_000;

/** The work that may still be done on a file. */
export class Budget {
  private readonly deadline: number;
  private values: number;
  private keptValues: number;
  private untilClock = 1_000;
  streamBytes: number;

  constructor({ milliseconds, values, keptValues, streamBytes }: Limits) {
    this.deadline = performance.now() + milliseconds;
    this.values = values;
    this.keptValues = keptValues;
    this.streamBytes = streamBytes;
  }

  spend(values = 1): void {
    this.values -= values;
    if (this.values < 0) throw new OverBudgetError("too many objects");
    this.untilClock -= values;
    if (this.untilClock > 0) return;
    this.untilClock = 1_000;
    if (performance.now() > this.deadline) throw new OverBudgetError("too much time");
  }

  keep(values = 1): void {
    this.keptValues -= values;
    if (this.keptValues < 0) throw new OverBudgetError("too many objects");
  }

  /** Limits a list of things that are still to be read. */
  queue(length: number): void {
    if (length > MAX_QUEUE) throw new OverBudgetError("too many objects");
  }

  spendBytes(bytes: number): void {
    this.streamBytes -= bytes;
    if (this.streamBytes < 0) throw new OverBudgetError("too much data");
    this.spend();
  }
}
