import { log } from "@/server/core/log";
import { memoryLimiter } from "./embedded";
import type { Limiter } from "./port";

const timeoutMs = 1_000;
/** While the store is down only one call in this time waits for it. */
const retryMs = 5_000;

const withTimeout = async <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
};

/** A limiter on a store that may fail or hang: then this process counts by itself, and one warning says so. */
export const withFallback = (limiter: Limiter): Limiter => {
  const memory = memoryLimiter();
  let down = false;
  let retryAt = 0;

  return {
    ...limiter,
    take: async (rule, key) => {
      if (down && Date.now() < retryAt) return memory.take(rule, key);
      if (down) retryAt = Date.now() + retryMs;
      try {
        const result = await withTimeout(limiter.take(rule, key));
        if (down) log.info({ limiter: limiter.location }, "the limiter's store is back");
        down = false;
        return result;
      } catch (error) {
        if (!down)
          log.warn({ err: error, limiter: limiter.location }, "the limiter's store fails; counting in process");
        down = true;
        retryAt = Date.now() + retryMs;
        return memory.take(rule, key);
      }
    },
  };
};
