import { expect, test } from "@playwright/test";
import {
  type AssessedMonitor,
  assessCertificate,
  assessCheck,
  daysUntil,
} from "@/server/domains/monitoring/monitors/checker/assess-check";

const now = new Date("2026-11-20T12:00:30.000Z");
const due_at = new Date("2026-11-20T12:00:20.000Z");
const monitor: AssessedMonitor = {
  ...{ status: "up", failures_in_row: 0, retries: 2, interval_seconds: 60, due_at, in_window: false },
};

const assess = (before: Partial<AssessedMonitor>, outcome: "ok" | "failed" | "unsure", at = now) =>
  assessCheck({ ...monitor, ...before }, { outcome }, at, 5_000);

const secondsLater = ({ next_check_at }: { next_check_at: Date }, from = now): number =>
  (next_check_at.getTime() - from.getTime()) / 1_000;

test("marks a monitor down after a failed check and failed retries a few seconds apart, and up again after one success [#76]", () => {
  const first = assess({}, "failed");
  expect(first).toMatchObject({ status: "up", failures_in_row: 1, change: null });
  expect(secondsLater(first)).toBe(5);
  const second = assess({ failures_in_row: 1 }, "failed");
  expect(second).toMatchObject({ status: "up", failures_in_row: 2, change: null });
  const third = assess({ failures_in_row: 2 }, "failed");
  expect(third).toMatchObject({ status: "down", failures_in_row: 3, change: "down" });
  expect(secondsLater(third, due_at)).toBe(60);
  expect(assess({ failures_in_row: 2 }, "ok")).toMatchObject({ status: "up", failures_in_row: 0, change: null });
  expect(assess({ status: "down", failures_in_row: 3 }, "failed")).toMatchObject({ status: "down", change: null });
  expect(assess({ status: "down", failures_in_row: 9 }, "ok")).toMatchObject({ status: "up", change: "up" });
  expect(assess({ retries: 0 }, "failed")).toMatchObject({ status: "down", change: "down" });
  expect(assess({ status: "pending", retries: 0 }, "failed")).toMatchObject({ status: "down", change: "down" });
});

test("an inconclusive check changes nothing and is soon repeated", () => {
  const before = { status: "up", failures_in_row: 2 } as const;
  const unsure = assess(before, "unsure");
  expect(unsure).toMatchObject({ ...before, change: null });
  expect(secondsLater(unsure)).toBe(5);
});

test("ignores failures in a maintenance window, but a success still marks a monitor up again", () => {
  expect(assess({ in_window: true, retries: 0 }, "failed")).toMatchObject({ status: "up", change: null });
  expect(assess({ in_window: true, failures_in_row: 2 }, "failed")).toMatchObject({ failures_in_row: 0, change: null });
  expect(assess({ in_window: true, status: "down" }, "ok")).toMatchObject({ status: "up", change: "up" });
});

test("a monitor keeps to its schedule, even after a period without checks", () => {
  expect(secondsLater(assess({}, "ok"), due_at)).toBe(60);
  const late = new Date(due_at.getTime() + 3_725_000);
  expect(secondsLater(assess({}, "ok", late), due_at)).toBe(3_780);
});

test("monitors that were added together are spread out after their first check", () => {
  const all = Array.from({ length: 500 }, () => secondsLater(assess({ status: "pending" }, "ok"), due_at));
  expect(Math.min(...all)).toBeGreaterThan(10);
  expect(Math.max(...all)).toBeLessThanOrEqual(70);
  const inEachTenSeconds = Array.from(
    { length: 6 },
    (_, part) => all.filter((seconds) => Math.floor((seconds - 10) / 10) === part).length,
  );
  for (const count of inEachTenSeconds) expect(count).toBeGreaterThan(30);
});

const inDays = (days: number): Date => new Date(now.getTime() + days * 86_400_000 + 3_600_000);

test("warns 30, 14, 7, 3 and 1 days before a certificate expires, once each", () => {
  const warned: number[] = [];
  const expiry = inDays(40);
  let known = { expires_at: null as Date | null, warned: null as number | null };
  for (let hour = 0; hour < 42 * 24; hour += 6) {
    const { warn, ...next } = assessCertificate(known, expiry, new Date(now.getTime() + hour * 3_600_000));
    if (warn !== null) warned.push(warn);
    known = next;
  }
  expect(warned).toEqual([30, 14, 7, 3, 1]);
});

test("sends only the latest of several due warnings, and resets the warnings when the certificate is renewed", () => {
  expect(assessCertificate({ expires_at: null, warned: null }, inDays(5), now)).toMatchObject({ warn: 7, warned: 7 });
  expect(assessCertificate({ expires_at: inDays(5), warned: 7 }, inDays(90), now)).toMatchObject({ warned: null });
  expect(assessCertificate({ expires_at: inDays(5), warned: 7 }, null, now)).toEqual({
    expires_at: inDays(5),
    warned: 7,
    warn: null,
  });
  expect(assessCertificate({ expires_at: null, warned: null }, inDays(5), now, true)).toEqual({
    expires_at: inDays(5),
    warned: null,
    warn: null,
  });
  expect(daysUntil(inDays(0), now)).toBe(0);
  expect(daysUntil(new Date(now.getTime() - 1), now)).toBe(-1);
});
