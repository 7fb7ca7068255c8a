import { Redis } from "@upstash/redis";
import type { Limiter } from "./port";
import { redisLog } from "./redis-log";
import { takeBy } from "./take-by";

/** Counts in Upstash Redis through its REST API. Rejects when Upstash fails: see `withFallback`. */
export const upstashLimiter = (url: string, token: string): Limiter => {
  const redis = new Redis({ url, token, retry: { retries: 0 }, enableTelemetry: false });
  return {
    kind: "upstash",
    location: new URL(url).origin,
    take: takeBy(redis, redisLog),
    close: async () => undefined,
  };
};
