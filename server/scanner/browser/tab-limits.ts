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

/** Waits for `work`, but no longer than the time, the signal, and the tab or browser it needs last. */
export const within = async <T>(work: Promise<T>, { timeoutMs, signal }: Limits, lost: Promise<never>): Promise<T> => {
  work.catch(() => undefined);
  signal.throwIfAborted();
  let stop: () => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    const fail = () => reject(new TabTimeoutError(`The page took more than ${timeoutMs / 1_000} s.`));
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
