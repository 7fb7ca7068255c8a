/**
 * Calls `work` immediately, and again `pauseMs` after each call ends. `work` must never reject. Returns a function that
 * stops the calls.
 */
export const repeat = (work: () => Promise<void>, pauseMs: number): (() => void) => {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const next = async (): Promise<void> => {
    await work();
    if (!stopped) timer = setTimeout(next, pauseMs);
  };
  void next();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
};

/** Like `repeat`, with the first call after `delayMs`. */
export const repeatLater = (work: () => Promise<void>, pauseMs: number, delayMs: number): (() => void) => {
  let stop = (): void => clearTimeout(timer);
  const timer = setTimeout(() => {
    stop = repeat(work, pauseMs);
  }, delayMs);
  return () => stop();
};
