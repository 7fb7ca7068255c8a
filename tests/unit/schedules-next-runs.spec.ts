import { expect, test } from "@playwright/test";
import { findZone, instantOf, wallOf } from "@/server/core/wall-clock";
import type { Timing } from "@/server/domains/audits/schedules/contract";
import { nextRuns, pastRuns, readPattern } from "@/server/domains/audits/schedules/next-runs";
import { leastMinutesBetween } from "@/server/domains/audits/schedules/schedule-frequency";
import { leastCpu } from "../support/cpu";

const usual: Timing = { frequency: "daily", cron: null, time_zone: "UTC", hour: 3, minute: 0, day: null };
const daily = (time_zone: string, hour: number, minute: number): Timing => ({ ...usual, time_zone, hour, minute });
const cron = (line: string, time_zone: string): Timing => ({ ...usual, frequency: "cron", cron: line, time_zone });

/** Returns the next runs as local wall-clock times, each with its time in UTC. */
const shown = (timing: Timing, from: string, count = 3): string[] =>
  nextRuns(timing, count, new Date(from)).map(
    (at) => `${wallOf(timing.time_zone, at).toISOString().slice(5, 16)} = ${at.toISOString().slice(5, 16)}Z`,
  );

// On the first of these nights, the clock skips 2:30 (Berlin, New York) or 2:15 (Lord Howe). On the second, it shows
// the given times twice.
const nights = [
  {
    zone: "Europe/Berlin",
    skipped: {
      at: [2, 30],
      from: "2027-03-27T12:00:00Z",
      runs: ["03-28T03:00 = 03-28T01:00Z", "03-29T02:30 = 03-29T00:30Z"],
    },
    repeated: {
      at: [2, 30],
      from: "2027-10-30T12:00:00Z",
      runs: ["10-31T02:30 = 10-31T00:30Z", "11-01T02:30 = 11-01T01:30Z"],
    },
  },
  {
    zone: "America/New_York",
    skipped: {
      at: [2, 30],
      from: "2027-03-13T12:00:00Z",
      runs: ["03-14T03:00 = 03-14T07:00Z", "03-15T02:30 = 03-15T06:30Z"],
    },
    repeated: {
      at: [1, 30],
      from: "2027-11-06T12:00:00Z",
      runs: ["11-07T01:30 = 11-07T05:30Z", "11-08T01:30 = 11-08T06:30Z"],
    },
  },
  {
    zone: "Australia/Lord_Howe",
    skipped: {
      at: [2, 15],
      from: "2027-10-02T00:00:00Z",
      runs: ["10-03T02:30 = 10-02T15:30Z", "10-04T02:15 = 10-03T15:15Z"],
    },
    repeated: {
      at: [1, 45],
      from: "2027-04-03T00:00:00Z",
      runs: ["04-04T01:45 = 04-03T14:45Z", "04-05T01:45 = 04-04T15:15Z"],
    },
  },
] as const;

for (const { zone, skipped, repeated } of nights)
  test(`in ${zone}, a skipped time causes one run, at the clock change, and a repeated time causes one run [#78]`, () => {
    for (const { at, from, runs } of [skipped, repeated]) {
      const [hour, minute] = at;
      expect(shown(daily(zone, hour, minute), from, 2)).toEqual(runs);
      expect(shown(cron(`${minute} ${hour} * * *`, zone), from, 2)).toEqual(runs);
    }
  });

test("a daily schedule has the same runs whenever it is evaluated around a clock change: none is lost or duplicated", () => {
  for (const { zone, skipped, repeated } of nights)
    for (const { at, from } of [skipped, repeated]) {
      const timing = daily(zone, at[0], at[1]);
      const all = nextRuns(timing, 4, new Date(from)).map(Number);
      const moments = Array.from({ length: 36 * 4 }, (_, quarter) => Date.parse(from) + quarter * 15 * 60_000);
      const next = moments.map((now) => Number(nextRuns(timing, 1, new Date(now))[0]));
      expect(next).toEqual(moments.map((now) => all.find((ms) => ms > now)));
    }
});

test("times in the skipped hour cause one run, at the clock change; each time in the repeated hour causes one run", () => {
  const line = cron("0,30 1-3 * * *", "Europe/Berlin");
  expect(shown(line, "2027-03-27T23:00:00Z", 5)).toEqual([
    "03-28T01:00 = 03-28T00:00Z",
    "03-28T01:30 = 03-28T00:30Z",
    "03-28T03:00 = 03-28T01:00Z",
    "03-28T03:30 = 03-28T01:30Z",
    "03-29T01:00 = 03-28T23:00Z",
  ]);
  expect(shown(line, "2027-10-30T23:00:00Z", 5)).toEqual([
    "10-31T01:30 = 10-30T23:30Z",
    "10-31T02:00 = 10-31T00:00Z",
    "10-31T02:30 = 10-31T00:30Z",
    "10-31T03:00 = 10-31T02:00Z",
    "10-31T03:30 = 10-31T02:30Z",
  ]);
});

test("an hourly schedule runs in every elapsed hour, and therefore twice in the repeated hour", () => {
  expect(shown(cron("0 * * * *", "Europe/Berlin"), "2027-10-30T23:30:00Z", 4)).toEqual([
    "10-31T02:00 = 10-31T00:00Z",
    "10-31T02:00 = 10-31T01:00Z",
    "10-31T03:00 = 10-31T02:00Z",
    "10-31T04:00 = 10-31T03:00Z",
  ]);
});

test("a weekly schedule numbers weekdays from 1 (Monday) to 7 (Sunday)", () => {
  const days = [1, 2, 3, 4, 5, 6, 7].map((day) =>
    nextRuns({ ...usual, frequency: "weekly", day }, 2, new Date("2026-11-22T12:00:00Z")),
  );
  expect(days.map(([first]) => first?.toISOString().slice(0, 10))).toEqual(
    [23, 24, 25, 26, 27, 28, 29].map((date) => `2026-11-${date}`),
  );
  for (const [first, second] of days) expect(Number(second) - Number(first)).toBe(7 * 86_400_000);
});

test("a monthly schedule for the 29th, 30th or 31st runs on the last day of shorter months", () => {
  const dates = (day: number, from: string) =>
    nextRuns({ ...usual, frequency: "monthly", day }, 4, new Date(from)).map((at) => at.toISOString().slice(0, 10));
  expect(dates(31, "2027-01-01T00:00:00Z")).toEqual(["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30"]);
  expect(dates(30, "2028-01-01T00:00:00Z")).toEqual(["2028-01-30", "2028-02-29", "2028-03-30", "2028-04-30"]);
  expect(dates(29, "2027-01-01T00:00:00Z")).toEqual(["2027-01-29", "2027-02-28", "2027-03-29", "2027-04-29"]);
  expect(dates(28, "2028-01-01T00:00:00Z")).toEqual(["2028-01-28", "2028-02-28", "2028-03-28", "2028-04-28"]);
});

const lines = [
  "30 2 * * *",
  "0,30 1-3 * * *",
  "15 */2 * * *",
  "0 * * * *",
  "*/20 * * * *",
  "0 3 L * *",
  "45 1 * * 0",
  "0 0 29 2 *",
];
const zones = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"];

test("pastRuns returns the runs that nextRuns returned @long", () => {
  for (const zone of zones)
    for (const line of lines)
      for (const from of ["2027-03-27T20:00:00Z", "2027-10-02T12:00:00Z", "2027-10-30T20:00:00Z"]) {
        const runs = nextRuns(cron(line, zone), 12, new Date(from));
        const last = runs.at(-1) ?? new Date(0);
        expect(pastRuns(cron(line, zone), 12, last), `${line} ${zone} ${from}`).toEqual(runs);
        expect(pastRuns(cron(line, zone), 11, new Date(Number(last) - 1))).toEqual(runs.slice(0, -1));
      }
});

test("for a year, a daily schedule has the runs that croner computes for its time zone @long", () => {
  for (const zone of zones)
    for (const [hour, minute] of [
      [1, 30],
      [2, 15],
      [2, 30],
    ] as const) {
      const from = new Date("2026-12-31T12:00:00Z");
      const theirs = readPattern(`${minute} ${hour} * * *`, zone).nextRuns(366, from);
      expect(nextRuns(daily(zone, hour, minute), 366, from)).toEqual(theirs);
    }
});

test("if a time zone skips a whole day, a run due on that day takes place right after it", () => {
  const wall = new Date("2011-12-30T09:00:00Z");
  expect(instantOf("Pacific/Apia", wall).toISOString()).toBe("2011-12-30T10:00:00.000Z");
  expect(instantOf("Asia/Kolkata", new Date("2027-01-01T00:00:00Z")).toISOString()).toBe("2026-12-31T18:30:00.000Z");
});

test("accepts zone names in any case, and rejects offsets", () => {
  expect(["Europe/Berlin", "europe/berlin", "UTC", "America/Argentina/Buenos_Aires"].map(findZone)).toEqual([
    "Europe/Berlin",
    "Europe/Berlin",
    "UTC",
    "America/Argentina/Buenos_Aires",
  ]);
  expect(
    ["", "+02:00", "Mars/Phobos", "Europe/Berlin ", "../etc/passwd", "CEST+1", "x".repeat(65)].map(findZone),
  ).toEqual(Array<null>(7).fill(null));
});

test("finds the shortest interval between runs across hours, days and schedules", () => {
  const now = new Date("2027-01-01T00:00:00Z");
  const least = (...timings: Timing[]) => leastMinutesBetween(timings, now);
  expect(least(cron("*/15 * * * *", "UTC"))).toBe(15);
  expect(least(cron("0,50 * * * *", "UTC"))).toBe(10);
  expect(least(cron("0,59 0,23 1,15,16 * *", "UTC"))).toBe(1);
  expect(least(cron("0 3 1 12 *", "UTC"))).toBe(365 * 24 * 60);
  expect(least({ ...usual, frequency: "weekly", day: 1 }, { ...usual, frequency: "weekly", day: 3 })).toBe(2 * 24 * 60);
  expect(least(daily("UTC", 3, 0), daily("Asia/Kolkata", 8, 30))).toBe(0);
  expect(least({ ...usual, frequency: "weekly", day: 7, time_zone: "Europe/Berlin" })).toBe((7 * 24 - 1) * 60);
});

test("compares runs over five years at most, even if a cron expression matches only once in 28 years", () => {
  const now = new Date("2027-01-01T00:00:00Z");
  const rare = (minutes: string) => cron(`${minutes} 0 * 2 1#5`, "UTC");
  const [first] = nextRuns(rare("0"), 1, now);
  expect(first?.toISOString()).toBe("2044-02-29T00:00:00.000Z");
  expect(leastMinutesBetween([rare("0")], now)).toBe(Number.POSITIVE_INFINITY);
  expect(leastMinutesBetween([rare("0,20")], now)).toBe(20);
  expect(leastCpu(() => leastMinutesBetween([rare("0")], now), 15)).toBeLessThan(15);
});
