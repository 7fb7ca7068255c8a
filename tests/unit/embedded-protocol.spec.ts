import { createHash, createHmac } from "node:crypto";
import { expect, test } from "@playwright/test";
import { evaluate, holds } from "@/inngest/embedded/evaluate";
import { type RawAnswer, readAnswer } from "@/inngest/embedded/read-answer";
import { canonicalJson, signedRequest } from "@/inngest/embedded/sign-request";
import { defaultBackoffMs, dueAt, nextTick, retryAfterMs } from "@/inngest/embedded/time";
import type { JobEvent } from "@/inngest/embedded/wire";

const event = (data: Record<string, unknown>): JobEvent => ({ id: "1", name: "a/b", ts: 0, data });

test("canonical JSON follows RFC 8785", () => {
  const value = {
    numbers: [1 / 3, 1e30, 4.5, 2e-3, 1e-27],
    string: '€$\u000f\nA\'B"\\\\"/',
    literals: [null, true],
  };
  expect(canonicalJson({ ...value, "\u20ac": 1, a: { z: 1, b: 2 } })).toBe(
    '{"a":{"b":2,"z":1},"literals":[null,true],"numbers":[0.3333333333333333,1e+30,4.5,0.002,1e-27],' +
      '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/","€":1}',
  );
});

test("signs a request over its canonical body and timestamp", async () => {
  const url = new URL("http://inngest.embedded/api/inngest");
  const request = signedRequest("POST", url, { b: 1, a: 2 }, "signkey-test-abc", { "x-run-id": "run" });
  const [, seconds, signature] = /^t=(\d+)&s=(\w+)$/.exec(request.headers.get("x-inngest-signature") ?? "") ?? [];
  expect(await request.text()).toBe('{"a":2,"b":1}');
  expect(signature).toBe(createHmac("sha256", "abc").update(`{"a":2,"b":1}${seconds}`).digest("hex"));
  expect(request.headers.get("host")).toBe("inngest.embedded");
  expect(request.headers.get("x-run-id")).toBe("run");
});

test("compares numbers, strings and missing keys in expressions as Inngest does", () => {
  expect(evaluate("event.data.n == 2", { event: event({ n: 2 }) })).toBe(true);
  expect(evaluate("event.data.a + '-' + event.data.b", { event: event({ a: "x", b: "y" }) })).toBe("x-y");
  expect(evaluate("event.data.paid ? 120 : 0", { event: event({ paid: true }) })).toBe(120);
  expect(evaluate("event.data.missing", { event: event({}) })).toBeUndefined();
  expect(holds("event.data.id == async.data.id", { event: event({ id: 1 }), async: event({ id: 1 }) })).toBe(true);
  expect(holds("event.data.id == async.data.id", { event: event({ id: 1 }), async: event({ id: "1" }) })).toBe(false);
  expect(holds("event.data.id == async.data.id", { event: event({}), async: event({}) })).toBe(false);
  expect(holds(null, { event: event({}) })).toBe(true);
});

test("converts the SDK's durations and dates to timestamps", () => {
  const from = new Date("2026-11-20T00:00:00Z");
  expect(dueAt("1d2h3m4s", from).toISOString()).toBe("2026-11-21T02:03:04.000Z");
  expect(dueAt("1w", from).toISOString()).toBe("2026-11-27T00:00:00.000Z");
  expect(dueAt("", from)).toEqual(from);
  expect(dueAt("2027-01-01T00:00:00.500Z", from).toISOString()).toBe("2027-01-01T00:00:00.500Z");
  expect(() => dueAt("soon", from)).toThrow("neither a duration nor a date");
});

test("a cron expression follows its time zone when the clocks change", () => {
  const line = "TZ=Europe/Paris 0 9 * * *";
  expect(nextTick(line, new Date("2026-10-24T12:00:00Z")).toISOString()).toBe("2026-10-25T08:00:00.000Z");
  expect(nextTick(line, new Date("2026-10-23T12:00:00Z")).toISOString()).toBe("2026-10-24T07:00:00.000Z");
  expect(nextTick("30 6 * * 1", new Date("2026-11-20T00:00:00Z")).toISOString()).toBe("2026-11-23T06:30:00.000Z");
  expect(() => nextTick("0 0 31 2 *")).toThrow("never matches a date");
  expect(() => nextTick("TZ=Nowhere/Else 0 9 * * *")).toThrow();
});

test("delays between attempts grow, and Retry-After can be a number of seconds or a date", () => {
  const waits = [0, 1, 2, 5, 50].map(defaultBackoffMs);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(waits[0]).toBeGreaterThanOrEqual(15_000);
  expect(waits.at(-1)).toBeLessThanOrEqual(7_200_000 * 1.2);
  expect(retryAfterMs("30")).toBe(30_000);
  expect(retryAfterMs(new Date(Date.now() + 60_000).toISOString())).toBeGreaterThan(50_000);
  expect(retryAfterMs(new Date(0).toISOString())).toBe(0);
  expect(retryAfterMs(null)).toBeNull();
  expect(retryAfterMs("later")).toBeNull();
});

const raw = (status: number, body: unknown, headers: Record<string, string> = {}): RawAnswer => ({
  status,
  headers: new Headers(headers),
  text: typeof body === "string" ? body : JSON.stringify(body),
});
const wholeRun = createHash("sha1").update("complete").digest("hex");
const step = { id: "abc", op: "StepRun", displayName: "one", data: 1 };

test("a response ends the run, lists steps, or reports an error", () => {
  expect(readAnswer(raw(200, { ok: 1 }))).toEqual({ kind: "completed", output: { ok: 1 }, done: [] });
  expect(readAnswer(raw(206, [step, { id: wholeRun, op: "RunComplete", data: 7 }]))).toEqual({
    kind: "completed",
    output: 7,
    done: [step],
  });
  const planned = { id: "d", op: "StepPlanned", opts: {} };
  expect(readAnswer(raw(206, [step, planned]))).toEqual({ kind: "progress", done: [step], open: [planned] });
  expect(readAnswer(raw(206, [{ id: wholeRun, op: "StepFailed", error: "no" }]))).toEqual({
    kind: "failed",
    error: "no",
  });
});

test("an error response states whether to retry, and when", () => {
  const bad = { id: "b", op: "StepError", error: { message: "x" } };
  const reply = readAnswer(raw(206, [bad], { "x-inngest-no-retry": "false", "retry-after": "5" }));
  expect(reply).toEqual({
    kind: "error",
    error: { message: "x" },
    step: bad,
    final: false,
    retryAfterMs: 5000,
    done: [],
  });
  expect(readAnswer(raw(400, { message: "y" }, { "x-inngest-no-retry": "true" }))).toMatchObject({
    kind: "error",
    step: null,
    final: true,
  });
});

test("an unreadable response is a retryable error", () => {
  expect(readAnswer(raw(502, "<html>"))).toMatchObject({ kind: "error", final: false, error: { message: "<html>" } });
  expect(readAnswer(raw(206, { id: 1 }))).toMatchObject({ kind: "error", final: false });
});
