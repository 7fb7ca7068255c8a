import { expect, test } from "@playwright/test";
import { pickWithinLimits } from "@/inngest/embedded/queue";
import { createRegistry, idempotencyKey, limitsOf, maxAttempts, priorityOf } from "@/inngest/embedded/registry";
import { FunctionConfig, type JobEvent } from "@/inngest/embedded/wire";

const event = (name: string, data: Record<string, unknown> = {}): JobEvent => ({ id: "1", name, ts: 0, data });

const raw = (options: object = {}) => ({
  id: "app-scan",
  name: "scan",
  triggers: [{ event: "scan/requested" }],
  steps: { step: { id: "step", name: "step", runtime: { type: "http", url: "http://x/" } } },
  ...options,
});
const config = (options: object = {}) => FunctionConfig.parse(raw(options));

for (const option of ["batchEvents", "debounce", "rateLimit", "throttle", "singleton", "timeouts", "somethingNew"])
  test(`rejects ${option} with an error that names it and the function`, () => {
    expect(() => createRegistry([raw({ [option]: {} })])).toThrow(
      `The job app-scan uses ${option}, which needs a real Inngest server.`,
    );
  });

test("rejects a trigger with jitter", () => {
  expect(() => createRegistry([raw({ triggers: [{ cron: "* * * * *", jitter: "5m" }] })])).toThrow(
    "The job app-scan has options that need a real Inngest server: triggers.0",
  );
});

for (const [what, options] of [
  ["an idempotency key", { idempotency: "event.data." }],
  ["a trigger's condition", { triggers: [{ event: "a/b", expression: "==" }] }],
  ["a cancelOn condition", { cancel: [{ event: "a/b", if: "((" }] }],
  ["a concurrency key", { concurrency: [{ limit: 1, key: "event..x" }] }],
  ["a priority", { priority: { run: "1 +" } }],
  ["a cron expression", { triggers: [{ cron: "61 * * * *" }] }],
] as const)
  test(`at startup, rejects ${what} that can't be parsed`, () => {
    expect(() => createRegistry([raw(options)])).toThrow("The job app-scan is misconfigured");
  });

test("events start functions by name, by pattern and by condition", () => {
  const registry = createRegistry([
    raw(),
    raw({ id: "app-all", triggers: [{ event: "scan/*" }, { event: "scan/requested" }] }),
    raw({ id: "app-big", triggers: [{ event: "scan/requested", expression: "event.data.pages > 10" }] }),
  ]);
  const started = (name: string, data = {}) => registry.startedBy(event(name, data)).map(({ id }) => id);
  expect(started("scan/requested", { pages: 2 })).toEqual(["app-scan", "app-all"]);
  expect(started("scan/requested", { pages: 20 })).toEqual(["app-scan", "app-all", "app-big"]);
  expect(started("scan/ended")).toEqual(["app-all"]);
  expect(started("mail/sent")).toEqual([]);
});

test("an idempotency key depends on the expression's value, and is null if there is no value", () => {
  const keyed = config({ idempotency: "event.data.id" });
  const key = (id: unknown) => idempotencyKey(keyed, event("a/b", id === undefined ? {} : { id }));
  expect(key("1")).toBe(key("1"));
  expect(key("1")).not.toBe(key("2"));
  expect(key("1")).not.toBe(key(1));
  expect(key(undefined)).toBeNull();
  expect(idempotencyKey(config(), event("a/b"))).toBeNull();
});

test("concurrency keys differ between functions, expressions and values", () => {
  const limits = (concurrency: unknown, id = "app-scan", data = { org: "o" }) =>
    limitsOf(config({ concurrency, id }), event("a/b", data)).map(({ key }) => key);
  expect(limitsOf(config({ concurrency: 3 }), event("a/b"))).toEqual([{ key: "app-scan|", max: 3 }]);
  expect(limits(0)).toEqual([]);
  expect(limits(undefined)).toEqual([]);
  const keyed = [{ limit: 1, key: "event.data.org" }];
  expect(limits(keyed)).toEqual(limits(keyed));
  expect(limits(keyed)).not.toEqual(limits(keyed, "app-scan", { org: "p" }));
  expect(limits(keyed)).not.toEqual(limits(keyed, "app-other"));
  const shared = [{ limit: 1, key: "event.data.org", scope: "account" }];
  expect(limits(shared)).toEqual(limits(shared, "app-other"));
});

test("limits the priority offset to ten minutes, and counts retries in addition to the first attempt", () => {
  const priority = (run: string) => priorityOf(config({ priority: { run } }), event("a/b", { n: 5 }));
  expect(priority("100")).toBe(100);
  expect(priority("10000")).toBe(600);
  expect(priority("-10000")).toBe(-600);
  expect(priority("event.data.missing")).toBe(0);
  expect(maxAttempts(config())).toBe(4);
  expect(maxAttempts(config({ steps: { step: { retries: { attempts: 0 } } } }))).toBe(1);
});

test("picks jobs in order, skipping those whose key is at its limit", () => {
  const job = (name: string, ...limits: [string, number][]) => ({
    name,
    limit_keys: limits.map(([key]) => key),
    limit_maxes: limits.map(([, max]) => max),
  });
  const due = [
    job("a", ["k", 2]),
    job("b", ["k", 2]),
    job("c"),
    job("d", ["k", 2], ["l", 1]),
    job("e", ["l", 1]),
    job("f"),
  ];
  const names = (used: [string, number][], count: number) =>
    pickWithinLimits(due, new Map(used), count).map(({ name }) => name);
  expect(names([], 10)).toEqual(["a", "b", "c", "e", "f"]);
  expect(names([["k", 1]], 10)).toEqual(["a", "c", "e", "f"]);
  expect(names([], 3)).toEqual(["a", "b", "c"]);
});
