const TICK_MS = 1_000;
/**
 * If the timer doesn't fire for this long, this process must have been suspended. The limit is far less than the two
 * minutes after which a scanner is considered silent, and far more than any delay on a busy machine.
 */
const GAP_MS = 60_000;

let lastTickAt = Date.now();
let since = 0;

const checkClock = (): void => {
  const now = Date.now();
  if (now - lastTickAt > GAP_MS) since = now;
  lastTickAt = now;
};

setInterval(checkClock, TICK_MS).unref();

/**
 * Returns the time at which this process last resumed after being stopped or after the machine slept. A suspended
 * process can't receive anything. Returns the epoch if the process was never suspended.
 */
export const awakeSince = (): Date => {
  checkClock();
  return new Date(since);
};
