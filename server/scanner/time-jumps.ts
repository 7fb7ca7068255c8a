const TICK_MS = 500;
const JUMP_MS = 3_000;

let jumps = 0;
let wallAt = Date.now();
let steadyAt = performance.now();
let timer: NodeJS.Timeout | null = null;

/**
 * Counts a time jump if there has been one since the last check. The wall clock also shows when the machine slept; the
 * monotonic clock shows only when this process was suspended.
 */
const checkClocks = (): void => {
  const [wall, steady] = [Date.now(), performance.now()];
  if (Math.max(wall - wallAt, steady - steadyAt) > JUMP_MS + TICK_MS) jumps += 1;
  wallAt = wall;
  steadyAt = steady;
};

/**
 * Returns the number of time jumps so far. A time jump happens when this process is suspended, or the machine sleeps,
 * for several seconds. Affected work is repeated, because a deadline that passes during a jump says nothing about a
 * website.
 */
export const countTimeJumps = (): number => {
  if (timer) checkClocks();
  else {
    timer = setInterval(checkClocks, TICK_MS);
    timer.unref();
    [wallAt, steadyAt] = [Date.now(), performance.now()];
  }
  return jumps;
};

const MAX_REPEATS = 5;

/** Runs `work` again, up to five times, if there was a time jump while it was running, even if it succeeded. */
export const repeatAfterJump = async <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
  for (let repeat = 0; ; repeat += 1) {
    const before = countTimeJumps();
    const isDisturbed = () => !signal.aborted && repeat < MAX_REPEATS && countTimeJumps() !== before;
    try {
      const result = await work();
      if (!isDisturbed()) return result;
    } catch (error) {
      if (!isDisturbed()) throw error;
    }
  }
};
