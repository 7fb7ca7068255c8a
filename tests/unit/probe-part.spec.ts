import { mock } from "node:test";
import { expect, test } from "@playwright/test";
import { log } from "@/server/core/log";
import { probePart } from "@/server/domains/operations/health/probe-part";

const sound = async () => undefined;
const broken = () => Promise.reject(new Error("connection refused"));

const lines: string[] = [];
const uptime = { seconds: 3_600 };

test.beforeEach(() => {
  lines.length = 0;
  uptime.seconds = 3_600;
  mock.method(process, "uptime", () => uptime.seconds);
  mock.method(log, "warn", (_: object, message: string) => lines.push(`warn ${message}`));
  mock.method(log, "info", (message: string) => lines.push(`info ${message}`));
});

test.afterEach(() => mock.restoreAll());

test("logs once when a part isn't ready and once when it is ready again, however often it is probed", async () => {
  for (const probe of [sound, broken, broken, broken, sound, sound, broken])
    expect(await probePart("the test part", "double", probe)).toEqual({ ok: probe === sound, kind: "double" });
  expect(lines).toEqual([
    "warn the test part is not ready",
    "info the test part is ready again",
    "warn the test part is not ready",
  ]);
});

test("doesn't log a part that is still starting until a minute has passed", async () => {
  uptime.seconds = 5;
  await probePart("the slow part", "double", broken);
  expect(lines).toEqual([]);
  uptime.seconds = 61;
  await probePart("the slow part", "double", broken);
  expect(lines).toEqual(["warn the slow part is not ready"]);
});

test("within the first minute, logs the failure of a part that had already been ready", async () => {
  uptime.seconds = 5;
  await probePart("the shaky part", "double", sound);
  await probePart("the shaky part", "double", broken);
  expect(lines).toEqual(["warn the shaky part is not ready"]);
});

test("counts a part as not ready when it doesn't respond within three seconds, and logs this only when it happens twice in a row @long", async () => {
  const silent = () => new Promise(() => undefined);
  const started = performance.now();
  for (const probe of [silent, sound, silent, silent, silent, sound])
    expect(await probePart("the silent part", "double", probe)).toMatchObject({ ok: probe === sound });
  expect(performance.now() - started).toBeGreaterThan(4 * 2_500);
  expect(lines).toEqual(["warn the silent part is not ready", "info the silent part is ready again"]);
});

test("doesn't count time during which this process was blocked @long", async () => {
  const asleep = async () => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    const until = performance.now() + 4_000;
    while (performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve, 10));
  };
  expect(await probePart("the busy part", "double", asleep)).toMatchObject({ ok: true });
});
