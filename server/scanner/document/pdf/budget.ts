/** Thrown when a file takes more work than the limits allow. */
export class OverBudgetError extends Error {
  override readonly name = "OverBudgetError";
}

export interface Limits {
  milliseconds: number;
  /** Maximum number of values and operators to read, including repeated reads. Long values count as several. */
  values: number;
  /** Maximum number of values to keep in memory. Long values count as several. */
  keptValues: number;
  /** Maximum total size of all streams after decompression, in bytes. */
  streamBytes: number;
}

const MAX_QUEUE = 1_000_000;
/** Number of bytes that cost as much as one value. */
const BYTES_PER_VALUE = 64;
const CLOCK_INTERVAL = 1_000;

/** The work that may still be done on a file. */
export class Budget {
  private readonly deadline: number;
  private values: number;
  private keptValues: number;
  private untilClock = CLOCK_INTERVAL;
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
    this.untilClock = CLOCK_INTERVAL;
    if (performance.now() > this.deadline) throw new OverBudgetError("too much time");
  }

  keep(values = 1): void {
    this.keptValues -= values;
    if (this.keptValues < 0) throw new OverBudgetError("too many objects");
  }

  /** Spends the cost of reading this many bytes; reading each value costs extra. */
  spendLength(bytes: number): void {
    if (bytes >= BYTES_PER_VALUE) this.spend(Math.floor(bytes / BYTES_PER_VALUE));
  }

  /** Spends the estimated cost of work whose length is unknown, and checks the clock. */
  spendUnknown(atLeastBytes: number): void {
    this.spend(Math.max(CLOCK_INTERVAL, Math.floor(atLeastBytes / BYTES_PER_VALUE)));
  }

  /** Counts this many bytes towards the limit on values that stay in memory. */
  keepLength(bytes: number): void {
    if (bytes >= BYTES_PER_VALUE) this.keep(Math.floor(bytes / BYTES_PER_VALUE));
  }

  /** Throws OverBudgetError if a list of objects that are still to be read is too long. */
  queue(length: number): void {
    if (length > MAX_QUEUE) throw new OverBudgetError("too many objects");
  }

  spendBytes(bytes: number): void {
    this.streamBytes -= bytes;
    if (this.streamBytes < 0) throw new OverBudgetError("too much data");
    this.spend();
  }
}
