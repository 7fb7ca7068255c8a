const parentCheckMs = 500;

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
export type EndSignal = (typeof signals)[number];

const listeners = new Set<(signal: EndSignal) => void>();
const emit = (signal: EndSignal): void => {
  for (const listener of [...listeners]) listener(signal);
};

let timer: NodeJS.Timeout | undefined;

const start = (): void => {
  for (const signal of signals) process.on(signal, emit);
  const parent = process.ppid;
  // npm passes SIGTERM to a shell that exits without passing the signal on. This process then has a different parent.
  timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    emit("SIGTERM");
  }, parentCheckMs).unref();
};

const stop = (): void => {
  for (const signal of signals) process.off(signal, emit);
  clearInterval(timer);
};

/**
 * Calls `listener` when this process receives a termination signal or its parent has exited; the process itself doesn't
 * exit. Returns a function that stops listening.
 */
export const onEndSignal = (listener: (signal: EndSignal) => void): (() => void) => {
  if (listeners.size === 0) start();
  listeners.add(listener);
  return () => {
    if (listeners.delete(listener) && listeners.size === 0) stop();
  };
};
