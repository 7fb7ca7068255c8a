import { expect, test } from "@playwright/test";
import type { LimitRule } from "@/server/adapters/limiter/port";
import { windowCounter } from "@/server/adapters/limiter/window-counter";

type Take = ReturnType<typeof windowCounter>;

const rule = { name: "beacons", limit: 1_000, windowSeconds: 1 };

/** The number of windows since this process started, including the elapsed fraction of the current one. */
const windowsPassed = ({ windowSeconds }: LimitRule): number => performance.now() / 1_000 / windowSeconds;

const waitUntil = (wanted: LimitRule, moment: number): Promise<void> =>
  expect.poll(() => windowsPassed(wanted), { intervals: [10] }).toBeGreaterThan(moment);

/** Calls until the first rejection, and returns the number of calls that were allowed. */
const countAllowed = async (take: Take, wanted: LimitRule, key = "caller"): Promise<number> => {
  for (let calls = 0; ; calls += 1) if (!(await take(wanted, key)).allowed) return calls;
};

test("calls in the previous window count in proportion to the part of that window that the sliding window still covers [R05] @long", async () => {
  await expect(async () => {
    const take = windowCounter();
    const first = Math.floor(windowsPassed(rule)) + 1;
    await waitUntil(rule, first);
    let calls = await countAllowed(take, rule);
    expect(calls).toBe(rule.limit);
    expect(Math.floor(windowsPassed(rule)), "the calls took longer than the window").toBe(first);
    calls = 0;
    for (const share of [0.1, 0.5, 0.8]) {
      await waitUntil(rule, first + 1 + share);
      const before = windowsPassed(rule) - first - 1;
      calls += await countAllowed(take, rule);
      const after = windowsPassed(rule) - first - 1;
      expect(after, "the calls took longer than the window").toBeLessThan(1);
      expect(calls).toBeGreaterThanOrEqual(Math.floor(rule.limit * before));
      expect(calls).toBeLessThanOrEqual(Math.ceil(rule.limit * after));
    }
  }).toPass();
});

test("calls before the previous window don't count", async () => {
  const short = { ...rule, limit: 5, windowSeconds: 0.1 };
  const take = windowCounter();
  for (let call = 0; call < 5; call += 1) await take(short, "caller");
  await waitUntil(short, Math.floor(windowsPassed(short)) + 2);
  expect(await take(short, "caller")).toMatchObject({ allowed: true, remaining: 4 });
});

test("rejects calls beyond the limit with the time until the window ends, and counts each key and rule separately", async () => {
  const long = { name: "long", limit: 3, windowSeconds: 1_000_000 };
  const take = windowCounter();
  const results = [];
  for (let call = 0; call < 4; call += 1) results.push(await take(long, "caller"));
  expect(results.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
    [true, 2],
    [true, 1],
    [true, 0],
    [false, 0],
  ]);
  const left = 1_000_000 - performance.now() / 1_000;
  for (const { resetInSeconds } of results) expect(Math.abs(resetInSeconds - left)).toBeLessThan(60);
  expect((await take(long, "another caller")).remaining).toBe(2);
  expect((await take({ ...long, name: "another rule" }, "caller")).remaining).toBe(2);
});

test("remembers 50,000 callers, and evicts the oldest", async () => {
  const long = { name: "long", limit: 3, windowSeconds: 1_000_000 };
  const take = windowCounter();
  for (const key of ["first", "second"]) await countAllowed(take, long, key);
  for (let caller = 0; caller < 49_999; caller += 1) await take(long, `caller ${caller}`);
  expect((await take(long, "second")).allowed).toBe(false);
  expect((await take(long, "first")).allowed).toBe(true);
});
