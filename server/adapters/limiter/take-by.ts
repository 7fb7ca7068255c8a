import { Ratelimit } from "@upstash/ratelimit";
import type { Limiter } from "./port";

type Redis = ConstructorParameters<typeof Ratelimit>[0]["redis"];
export type Algorithm = ReturnType<typeof Ratelimit.slidingWindow>;
export type AlgorithmContext = Parameters<ReturnType<Algorithm>["limit"]>[0];
type MakeAlgorithm = (limit: number, windowMs: number) => Algorithm;

/**
 * Implements `Limiter.take` with @upstash/ratelimit and our own algorithm. The library's timeout is off because the
 * library allows calls that time out; its cache of blocked callers is off because it can block a caller for longer than
 * the sliding window.
 */
export const takeBy = (redis: Redis, algorithm: MakeAlgorithm): Limiter["take"] => {
  const ratelimits = new Map<string, Ratelimit>();
  return async ({ name, limit, windowSeconds }, key) => {
    const shape = `${limit}/${windowSeconds}`;
    const ratelimit =
      ratelimits.get(shape) ??
      new Ratelimit({
        redis,
        limiter: algorithm(limit, windowSeconds * 1000),
        prefix: `curbcut:limit:${shape}`,
        ephemeralCache: false,
        timeout: 0,
      });
    ratelimits.set(shape, ratelimit);
    const { success, remaining, reset } = await ratelimit.limit(`${name}:${key}`);
    return {
      allowed: success,
      limit,
      remaining,
      resetInSeconds: Math.max(1, Math.ceil((reset - Date.now()) / 1000)),
    };
  };
};
