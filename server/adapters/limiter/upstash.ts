import { Redis } from "@upstash/redis";
import type { Limiter } from "./port";
import { takeBy } from "./rate-limits";
import { redisLog } from "./redis-log";

/** Counts in Upstash Redis by its REST interface. Rejects when Upstash fails: see `withFallback`. */
export const upstashLimiter = (url: string, token: string): Limiter => {
  const redis = new Redis({ url, token, retry: { retries: 0 }, enableTelemetry: false });
  return {
    kind: "upstash",
    location: new URL(url).origin,
    take: takeBy(redis, redisLog),
    close: async () => undefined,
  };
};
