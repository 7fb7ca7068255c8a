import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { Redis } from "ioredis";
import { memoryLimiter } from "@/server/adapters/limiter/embedded";
import { withFallback } from "@/server/adapters/limiter/fall-back";
import type { Limiter, LimitResult } from "@/server/adapters/limiter/port";
import { redisLimiter } from "@/server/adapters/limiter/redis";
import { upstashLimiter } from "@/server/adapters/limiter/upstash";
import { hasRedis, startRedis, startUpstash } from "@/tests/support/redis";

const ready = hasRedis();
const token = "a token";
let redis: Awaited<ReturnType<typeof startRedis>>;
let upstash: Awaited<ReturnType<typeof startUpstash>>;

test.beforeAll(async () => {
  if (!ready) return;
  redis = await startRedis();
  upstash = await startUpstash(redis.url, token);
});
test.afterAll(async () => {
  if (!ready) return;
  await upstash.stop();
  await redis.stop();
});

const implementations = [
  { name: "memory", open: () => memoryLimiter(), here: true },
  { name: "redis", open: () => redisLimiter(redis.url), here: ready },
  { name: "upstash", open: () => upstashLimiter(upstash.url, token), here: ready },
];

const minute = { name: "login", limit: 10, windowSeconds: 60 };
const allowed = (results: LimitResult[]) => results.filter((result) => result.allowed).length;

for (const { name, open, here } of implementations) {
  test.describe(name, () => {
    test.skip(!here, "redis-server is not installed here");
    let limiter: Limiter;
    test.beforeAll(() => {
      limiter = open();
    });
    test.afterAll(() => limiter.close());
    const take = async (rule: typeof minute, key: string, times: number) => {
      const results: LimitResult[] = [];
      for (let call = 0; call < times; call += 1) results.push(await limiter.take(rule, key));
      return results;
    };

    test("allows ten calls and rejects the eleventh", async () => {
      const results = await take(minute, randomUUID(), 12);
      expect(results.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
        ...Array.from({ length: 10 }, (_, index) => [true, 9 - index]),
        [false, 0],
        [false, 0],
      ]);
      for (const { limit, resetInSeconds } of results) {
        expect(limit).toBe(10);
        expect(resetInSeconds).toBeGreaterThan(50);
        expect(resetInSeconds).toBeLessThanOrEqual(60);
      }
    });

    test("counts each key and rule separately", async () => {
      const key = randomUUID();
      await take(minute, key, 10);
      expect((await limiter.take(minute, randomUUID())).allowed).toBe(true);
      expect((await limiter.take({ ...minute, name: "register" }, key)).allowed).toBe(true);
      expect((await limiter.take({ ...minute, windowSeconds: 3600 }, key)).allowed).toBe(true);
      expect((await limiter.take(minute, key)).allowed).toBe(false);
    });

    test("allows exactly the limit when many calls arrive at the same time", async () => {
      const key = randomUUID();
      expect(allowed(await Promise.all(Array.from({ length: 50 }, () => limiter.take(minute, key))))).toBe(10);
    });

    test("allows calls again after resetInSeconds, and doesn't count rejected calls", async () => {
      const key = randomUUID();
      const rule = { name: "short", limit: 3, windowSeconds: 1 };
      await take(rule, key, 3);
      const refused = await limiter.take(rule, key);
      expect(refused.allowed).toBe(false);
      // Limiters differ by a few milliseconds, because some count whole milliseconds and others use a monotonic clock.
      const until = performance.now() + refused.resetInSeconds * 1000 + 10;
      await expect.poll(() => performance.now(), { intervals: [50] }).toBeGreaterThanOrEqual(until);
      expect(allowed(await take(rule, key, 5))).toBe(3);
    });

    test("never allows more calls than the limit in any period of the window's length @long", async () => {
      const key = randomUUID();
      const rule = { name: "sliding", limit: 5, windowSeconds: 1 };
      const passed: { sent: number; answered: number }[] = [];
      const end = Date.now() + 2500;
      await expect
        .poll(
          async () => {
            const sent = performance.now();
            if ((await limiter.take(rule, key)).allowed) passed.push({ sent, answered: performance.now() });
            return Date.now();
          },
          { intervals: [15] },
        )
        .toBeGreaterThan(end);
      expect(passed.length).toBeGreaterThan(5);
      for (const [index, { sent }] of passed.entries())
        expect((passed[index + 5]?.answered ?? Number.POSITIVE_INFINITY) - sent).toBeGreaterThanOrEqual(999);
    });
  });
}

/** Retries soon, to keep the tests short, but waits far longer for a response than even a busy machine needs. */
const impatient = { timeoutMs: 2_000, retryMs: 250 };

test("when the store hangs, only one call waits for it in each retry interval", async () => {
  let calls = 0;
  const hanging: Limiter = {
    ...memoryLimiter(),
    take: () => {
      calls += 1;
      return new Promise(() => undefined);
    },
  };
  const limiter = withFallback(hanging, { timeoutMs: 50, retryMs: 60_000 });
  for (let call = 0; call < 20; call += 1) await limiter.take(minute, "anyone");
  expect(calls).toBe(1);
  await limiter.close();
});

test.describe("redis", () => {
  test.skip(!ready, "redis-server is not installed here");

  test("several limiters share their counts, even after Redis has lost its scripts", async () => {
    const key = randomUUID();
    const limiters = [redisLimiter(redis.url), redisLimiter(redis.url), upstashLimiter(upstash.url, token)];
    const results: LimitResult[] = [];
    const flush = new Redis(redis.url);
    for (let round = 0; round < 5; round += 1) {
      await flush.script("FLUSH");
      for (const limiter of limiters) results.push(await limiter.take(minute, key));
    }
    flush.disconnect();
    expect(allowed(results)).toBe(10);
    for (const limiter of limiters) await limiter.close();
  });

  test("Redis deletes a caller's count when the window ends [R03]", async () => {
    const stored = new Redis(redis.url);
    for (const limiter of [redisLimiter(redis.url), upstashLimiter(upstash.url, token)]) {
      const key = randomUUID();
      for (let call = 0; call < 11; call += 1) await limiter.take(minute, key);
      const [name = "", ...others] = await stored.keys(`*${key}*`);
      expect(others).toEqual([]);
      const leftMs = await stored.pttl(name);
      expect(leftMs).toBeGreaterThan(0);
      expect(leftMs).toBeLessThanOrEqual(60_000);
      await limiter.close();
    }
    stored.disconnect();
  });

  test("counts in its own process when the store dies or freezes, so that a limit always applies @long", async () => {
    for (const breakdown of ["dies", "freezes"] as const) {
      const own = await startRedis();
      const limiter = withFallback(redisLimiter(own.url), impatient);
      const key = randomUUID();
      expect((await limiter.take(minute, key)).allowed).toBe(true);
      if (breakdown === "dies") await own.stop();
      else own.freeze();
      const results: LimitResult[] = [];
      for (let call = 0; call < 12; call += 1) results.push(await limiter.take(minute, key));
      expect(allowed(results)).toBe(10);
      await limiter.close();
      await own.stop();
    }
  });

  test("uses a store again when it recovers", async () => {
    const first = await startRedis();
    const limiter = withFallback(redisLimiter(first.url), impatient);
    const key = randomUUID();
    for (let call = 0; call < 10; call += 1) await limiter.take(minute, key);
    await first.stop();
    expect((await limiter.take(minute, key)).remaining).toBe(9);
    const second = await startRedis(first.port);
    const another = redisLimiter(second.url);
    for (let call = 0; call < 10; call += 1) await another.take(minute, key);
    await expect.poll(async () => (await limiter.take(minute, key)).allowed).toBe(false);
    await limiter.close();
    await another.close();
    await second.stop();
  });

  test("counts in its own process when the store is unreachable or rejects the token", async () => {
    for (const store of [redisLimiter("redis://127.0.0.1:1"), upstashLimiter(upstash.url, "wrong")]) {
      await expect(store.take(minute, "anyone")).rejects.toThrow();
      const limiter = withFallback(store, impatient);
      const results: LimitResult[] = [];
      for (let call = 0; call < 12; call += 1) results.push(await limiter.take(minute, "anyone"));
      expect(allowed(results)).toBe(10);
      await limiter.close();
    }
  });
});

test("memory: keeps the counts of 50,000 callers and evicts the least recently seen", async () => {
  const limiter = memoryLimiter();
  await limiter.take(minute, "first");
  for (let caller = 0; caller < 60_000; caller += 1) await limiter.take(minute, `caller ${caller}`);
  expect((await limiter.take(minute, "caller 59999")).remaining).toBe(8);
  expect((await limiter.take(minute, "first")).remaining).toBe(9);
});
