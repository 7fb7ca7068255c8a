const TICK_MS = 1_000;
/**
 * Far less than the two minutes after which a scanner counts as silent, and far more than any delay on a busy machine.
 */
const GAP_MS = 60_000;

let lastTickAt = Date.now();
let since = 0;

const look = (): void => {
  const now = Date.now();
  if (now - lastTickAt > GAP_MS) since = now;
  lastTickAt = now;
};

setInterval(look, TICK_MS).unref();

/**
 * Returns when this process last resumed after being stopped or after the machine slept, during which it could receive
 * nothing. Returns the epoch if that never happened.
 */
export const awakeSince = (): Date => {
  look();
  return new Date(since);
};
