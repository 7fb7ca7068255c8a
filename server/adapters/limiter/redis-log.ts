import { createHash, randomUUID } from "node:crypto";
import type { Algorithm, AlgorithmContext } from "./take-by";

/**
 * One sorted set per caller, scored by Redis's clock in ms. Returns whether the call is allowed, the number of calls
 * used, and the milliseconds until the limit resets.
 */
const countCall = `
local clock = redis.call("TIME")
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local limit, window, consume = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
redis.call("ZREMRANGEBYSCORE", KEYS[1], 0, now - window)
local used = redis.call("ZCARD", KEYS[1])
local allowed = 0
if used < limit then
  allowed = 1
  if consume ~= "" then
    redis.call("ZADD", KEYS[1], now, consume)
    redis.call("PEXPIRE", KEYS[1], window)
    used = used + 1
  end
end
local oldest = redis.call("ZRANGE", KEYS[1], 0, 0, "WITHSCORES")[2] or now
return { allowed, used, oldest + window - now }
`;
const countCallHash = createHash("sha1").update(countCall).digest("hex");

type Reply = [allowed: number, used: number, resetMs: number];

const run = async ({ redis }: AlgorithmContext, key: string, args: string[]): Promise<Reply> => {
  try {
    return await redis.evalsha<string[], Reply>(countCallHash, [key], args);
  } catch (error) {
    if (!String(error).includes("NOSCRIPT")) throw error;
    return redis.eval<string[], Reply>(countCall, [key], args);
  }
};

/**
 * A sliding log in Redis or Upstash. @upstash/ratelimit's own scripts need a flag that Redis itself doesn't support.
 */
export const redisLog = (limit: number, windowMs: number): Algorithm => {
  const evaluate = async (context: AlgorithmContext, key: string, consume: string) => {
    const [allowed, used, resetMs] = await run(context, key, [String(limit), String(windowMs), consume]);
    return { success: allowed === 1, limit, remaining: limit - used, reset: Date.now() + resetMs };
  };
  return () => ({
    limit: async (context, key) => ({ ...(await evaluate(context, key, randomUUID())), pending: Promise.resolve() }),
    getRemaining: (context, key) => evaluate(context, key, ""),
    resetTokens: async ({ redis }, key) => void (await redis.del(key)),
  });
};
