import { setImmediate } from "node:timers/promises";

const SLICE_MS = 10;

/**
 * Returns a function to call between the parts of a long task. If other work last ran at least 10 ms ago, the function
 * lets other work run, and then throws the signal's reason if the signal is aborted.
 */
export const createYielder = (signal: AbortSignal): (() => Promise<void>) => {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < SLICE_MS) return;
    await setImmediate();
    signal.throwIfAborted();
    last = performance.now();
  };
};
