import { env } from "@/server/core/env";
import { memoryLimiter } from "./embedded";
import { withFallback } from "./fall-back";
import type { Limiter } from "./port";
import { redisLimiter } from "./redis";
import { upstashLimiter } from "./upstash";
import { windowCounter } from "./window-counter";

// Next evaluates modules more than once in a process.
const globals = globalThis as typeof globalThis & {
  curbcutLimiter?: Limiter;
  curbcutWindowCounter?: Limiter["take"];
};

const choose = (): Limiter => {
  if (env.REDIS_URL) return withFallback(redisLimiter(env.REDIS_URL));
  if (!env.UPSTASH_REDIS_REST_URL) return memoryLimiter();
  if (!env.UPSTASH_REDIS_REST_TOKEN) throw new Error("UPSTASH_REDIS_REST_URL needs UPSTASH_REDIS_REST_TOKEN.");
  return withFallback(upstashLimiter(env.UPSTASH_REDIS_REST_URL, env.UPSTASH_REDIS_REST_TOKEN));
};

/** The one limiter of this process: Redis or Upstash when configured, else in process. */
export const getLimiter = (): Limiter => {
  globals.curbcutLimiter ??= choose();
  return globals.curbcutLimiter;
};

/** Counts in this process whatever is configured: for limits so high that a store would be asked more than it saves. */
export const takeInProcess: Limiter["take"] = (rule, key) => {
  globals.curbcutWindowCounter ??= windowCounter();
  return globals.curbcutWindowCounter(rule, key);
};
