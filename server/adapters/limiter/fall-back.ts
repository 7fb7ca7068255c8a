import { log } from "@/server/core/log";
import { memoryLimiter } from "./embedded";
import type { Limiter } from "./port";

interface Patience {
  timeoutMs: number;
  /** Minimum time between calls that wait for the store while it is down. */
  retryMs: number;
}

const withTimeout = async <T>(work: Promise<T>, timeoutMs: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Wraps a limiter whose store can fail or hang. If it does, calls are counted in this process, and one warning is
 * logged.
 */
export const withFallback = (
  limiter: Limiter,
  { timeoutMs, retryMs }: Patience = { timeoutMs: 1_000, retryMs: 5_000 },
): Limiter => {
  const memory = memoryLimiter();
  let down = false;
  let retryAt = 0;

  return {
    ...limiter,
    take: async (rule, key) => {
      if (down && Date.now() < retryAt) return memory.take(rule, key);
      if (down) retryAt = Date.now() + retryMs;
      try {
        const result = await withTimeout(limiter.take(rule, key), timeoutMs);
        if (down) log.info({ limiter: limiter.location }, "rate limit store available again");
        down = false;
        return result;
      } catch (error) {
        if (!down)
          log.warn(
            { err: error, limiter: limiter.location },
            "rate limit store failed; counting requests in this process instead",
          );
        down = true;
        retryAt = Date.now() + retryMs;
        return memory.take(rule, key);
      }
    },
  };
};
