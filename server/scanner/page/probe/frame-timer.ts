type Timer = (work: (...inputs: unknown[]) => void, delayMs?: number, ...inputs: unknown[]) => number;

/**
 * Runs in the page: returns the `setTimeout` that our scripts use. In a sandboxed frame without scripts, timers never
 * fire, although our scripts can run and receive messages. axe-core waits for such a timer before each rule, so in
 * these frames, functions that are set to run without a delay run immediately.
 */
export const createFrameTimer = (): Timer => {
  const later: Timer = (...call) => Number(globalThis.setTimeout(...call));
  /**
   * Reports whether scripts are enabled in this document. Browsers parse the content of a `noscript` element only if
   * they aren't.
   */
  const hasScripts = (): boolean => {
    const container = document.createElement("div");
    container.innerHTML = "<noscript><i></i></noscript>";
    return container.querySelector("i") === null;
  };
  const isWithoutTimers = (): boolean => {
    try {
      return window !== window.top && !hasScripts();
    } catch {
      return false;
    }
  };
  if (!isWithoutTimers()) return later;
  return (work, delayMs = 0, ...inputs) => {
    if (delayMs > 0) return later(work, delayMs, ...inputs);
    queueMicrotask(() => work(...inputs));
    return 0;
  };
};
