import { availableParallelism } from "node:os";

/** Default number of tabs: three per core, because a page where all rules run spends half its time waiting. */
export const DEFAULT_TABS = 3 * availableParallelism();

export class TabCrashedError extends Error {
  override readonly name = "TabCrashedError";
}
export class TabTimeoutError extends Error {
  override readonly name = "TabTimeoutError";
}

export interface Limits {
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * Waits for `work`. Throws TabTimeoutError after `timeoutMs`, the signal's reason if the signal is aborted, or the
 * error that `lost` rejects with if the tab or browser crashes or closes.
 */
export const within = async <T>(work: Promise<T>, { timeoutMs, signal }: Limits, lost: Promise<never>): Promise<T> => {
  work.catch(() => undefined);
  signal.throwIfAborted();
  let stop: () => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    const fail = () => reject(new TabTimeoutError(`The page took longer than ${timeoutMs / 1_000} seconds.`));
    const timer = setTimeout(fail, timeoutMs);
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    stop = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    };
  });
  try {
    return await Promise.race([work, stopped, lost]);
  } finally {
    stop();
  }
};
