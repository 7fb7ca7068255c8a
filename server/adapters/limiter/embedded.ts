import type { Limiter } from "./port";
import { type Algorithm, takeBy } from "./take-by";

/** Maximum number of callers remembered; the least recently seen is evicted first. */
const maxKeys = 50_000;

/** The same sliding log as in `redis-log.ts`, but kept in this process and timed by a monotonic clock. */
const memoryLog = (limit: number, windowMs: number): Algorithm => {
  const calls = new Map<string, number[]>();

  const recent = (key: string, now: number): number[] => {
    const times = calls.get(key) ?? [];
    const firstLive = times.findIndex((time) => time > now - windowMs);
    return firstLive < 0 ? [] : times.slice(firstLive);
  };

  const remember = (key: string, times: number[]): void => {
    calls.delete(key);
    calls.set(key, times);
    const [oldestKey] = calls.keys();
    if (calls.size > maxKeys && oldestKey !== undefined) calls.delete(oldestKey);
  };

  const resetOf = (times: number[], now: number): number => Date.now() + windowMs - (now - (times[0] ?? now));

  return () => ({
    limit: async (_context, key) => {
      const now = performance.now();
      const times = recent(key, now);
      const success = times.length < limit;
      if (success) times.push(now);
      remember(key, times);
      const remaining = limit - times.length;
      return { success, limit, remaining, reset: resetOf(times, now), pending: Promise.resolve() };
    },
    getRemaining: async (_context, key) => {
      const now = performance.now();
      const times = recent(key, now);
      return { remaining: limit - times.length, reset: resetOf(times, now), limit };
    },
    resetTokens: async (_context, key) => void calls.delete(key),
  });
};

const noRedis = {} as Parameters<typeof takeBy>[0];

/**
 * Returns a limiter that counts in this process. The counts are exact only if there is one process, and are lost when
 * it exits.
 */
export const memoryLimiter = (): Limiter => ({
  kind: "memory",
  location: "in this process",
  take: takeBy(noRedis, memoryLog),
  close: async () => undefined,
});
