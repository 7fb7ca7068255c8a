const TICK_MS = 500;
const JUMP_MS = 3_000;

let jumps = 0;
let wallAt = Date.now();
let steadyAt = performance.now();
let timer: NodeJS.Timeout | null = null;

/**
 * The wall clock also reveals that the machine slept; the monotonic clock reveals only that this process was suspended.
 */
const look = (): void => {
  const [wall, steady] = [Date.now(), performance.now()];
  if (Math.max(wall - wallAt, steady - steadyAt) > JUMP_MS + TICK_MS) jumps += 1;
  wallAt = wall;
  steadyAt = steady;
};

/**
 * Returns how often time has jumped so far, because this process was suspended or the machine slept for seconds.
 * Deadlines that pass during a jump say nothing about a website, so anything it affected is repeated.
 */
export const countTimeJumps = (): number => {
  if (timer) look();
  else {
    timer = setInterval(look, TICK_MS);
    timer.unref();
    [wallAt, steadyAt] = [Date.now(), performance.now()];
  }
  return jumps;
};

const MAX_REPEATS = 5;

/** Repeats `work`, up to five times, if time jumped during it, whether or not it failed. */
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
