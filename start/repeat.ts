import { log } from "@/server/core/log";

/** Stops the repeated calls. Resolves once any call in progress has ended. */
export type StopRepeating = () => Promise<void>;

/** Calls `work` immediately, and again `pauseMs` after each call ends, even if the call rejects. */
export const repeat = (work: () => Promise<void>, pauseMs: number): StopRepeating => {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void>;
  const next = async (): Promise<void> => {
    await work().catch((error: unknown) => log.warn({ err: error }, "periodic task failed; will retry"));
    if (!stopped)
      timer = setTimeout(() => {
        running = next();
      }, pauseMs);
  };
  running = next();
  return () => {
    stopped = true;
    clearTimeout(timer);
    return running;
  };
};

/** Like `repeat`, with the first call after `delayMs`. */
export const repeatLater = (work: () => Promise<void>, pauseMs: number, delayMs: number): StopRepeating => {
  let stop: StopRepeating = async () => clearTimeout(timer);
  const timer = setTimeout(() => {
    stop = repeat(work, pauseMs);
  }, delayMs);
  return () => stop();
};
