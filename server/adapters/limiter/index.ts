import { env } from "@/server/core/env";
import { oncePerProcess } from "@/server/core/process-wide";
import { memoryLimiter } from "./embedded";
import { withFallback } from "./fall-back";
import type { Limiter } from "./port";
import { redisLimiter } from "./redis";
import { upstashLimiter } from "./upstash";
import { windowCounter } from "./window-counter";

const choose = (): Limiter => {
  if (env.REDIS_URL) return withFallback(redisLimiter(env.REDIS_URL));
  if (!env.UPSTASH_REDIS_REST_URL) return memoryLimiter();
  if (!env.UPSTASH_REDIS_REST_TOKEN) throw new Error("UPSTASH_REDIS_REST_URL needs UPSTASH_REDIS_REST_TOKEN.");
  return withFallback(upstashLimiter(env.UPSTASH_REDIS_REST_URL, env.UPSTASH_REDIS_REST_TOKEN));
};

/** Returns this process's limiter: Redis or Upstash when configured, otherwise one that counts in this process. */
export const getLimiter = (): Limiter => oncePerProcess("limiter", choose);

/**
 * Counts in this process even if a store is configured. Used for limits so high that querying a store would cost more
 * than it saves.
 */
export const takeInProcess: Limiter["take"] = (rule, key) => oncePerProcess("window-counter", windowCounter)(rule, key);
