import { Redis } from "ioredis";
import { log } from "@/server/core/log";
import type { Limiter } from "./port";
import { redisLog } from "./redis-log";
import { takeBy } from "./take-by";

type UpstashRedis = Parameters<typeof takeBy>[0];

/** Implements the methods that @upstash/ratelimit and our algorithm call on an Upstash client, using plain Redis. */
const speakUpstash = (redis: Redis) => ({
  evalsha: (hash: string, keys: string[], args: string[]) => redis.evalsha(hash, keys.length, ...keys, ...args),
  eval: (script: string, keys: string[], args: string[]) => redis.eval(script, keys.length, ...keys, ...args),
  del: (...keys: string[]) => redis.del(...keys),
  get: (key: string) => redis.get(key),
  set: (key: string, value: string) => redis.set(key, value),
});

/** Counts in Redis 6.2 or newer at a `redis://` or `rediss://` URL. Rejects when Redis fails: see `withFallback`. */
export const redisLimiter = (address: string): Limiter => {
  const redis = new Redis(address, { maxRetriesPerRequest: 1, connectTimeout: 2_000 });
  redis.on("error", (error) => log.debug({ err: error }, "redis connection error"));
  const { hostname, port } = new URL(address);
  return {
    kind: "redis",
    location: `redis://${hostname}:${port || "6379"}`,
    take: takeBy(speakUpstash(redis) as unknown as UpstashRedis, redisLog),
    close: async () => redis.disconnect(),
  };
};
