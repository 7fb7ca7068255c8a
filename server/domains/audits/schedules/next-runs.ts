import { Cron } from "croner";
import { instantOf, wallOf } from "@/server/core/wall-clock";
import type { Timing } from "./contract";

/** How far back to look for repeated local times: further than clocks go back in any time zone. */
const repeatedMs = 3 * 3_600_000;

const patternsOf = ({ frequency, cron, hour, minute, day }: Timing): string[] => {
  if (frequency === "cron") return [cron ?? ""];
  const time = `${minute} ${hour}`;
  if (frequency === "daily") return [`${time} * * *`];
  if (frequency === "weekly") return [`${time} * * ${day ?? 1}`];
  const date = day ?? 1;
  if (date === 31) return [`${time} L * *`];
  return date > 28 ? [`${time} ${date} 1,3-12 *`, `${time} L 2 *`] : [`${time} ${date} * *`];
};

/**
 * Reports whether a pattern runs every hour. Such a pattern also runs in the hour that is repeated when the clocks go
 * back. All other patterns use local clock time.
 */
const isEveryHour = (pattern: string): boolean => pattern.split(" ")[1] === "*";

export const readPattern = (pattern: string, timezone = "UTC"): Cron =>
  new Cron(pattern, { timezone, mode: "5-part", paused: true });

/** Yields runs, soonest first. */
function* after(pattern: string, zone: string, from: Date): Generator<Date> {
  const isHourly = isEveryHour(pattern);
  const cron = readPattern(pattern, isHourly ? zone : "UTC");
  let last = from;
  let at = cron.nextRun(isHourly ? from : wallOf(zone, from));
  for (; at; at = cron.nextRun(at)) {
    const moment = isHourly ? at : instantOf(zone, at);
    if (moment <= last) continue;
    last = moment;
    yield moment;
  }
}

/** Yields runs by local clock time, latest first. */
function* before(pattern: string, zone: string, until: Date): Generator<Date> {
  const cron = readPattern(pattern);
  let last = new Date(until.getTime() + 1);
  let [wall] = cron.previousRuns(1, new Date(wallOf(zone, until).getTime() + repeatedMs));
  for (; wall; [wall] = cron.previousRuns(1, wall)) {
    const moment = instantOf(zone, wall);
    if (moment >= last) continue;
    last = moment;
    yield moment;
  }
}

/**
 * Returns the last `count` runs of a pattern that runs every hour. Croner only provides the starting point here,
 * because it skips a repeated hour when it goes backwards.
 */
const everyHourUpTo = (pattern: string, zone: string, count: number, until: Date): Date[] => {
  const oldest = readPattern(pattern, zone)
    .previousRuns(count, new Date(until.getTime() + 1))
    .at(-1);
  const found: Date[] = [];
  for (const date of oldest ? after(pattern, zone, new Date(oldest.getTime() - 1)) : []) {
    if (date > until) break;
    found.push(date);
  }
  return found;
};

const merge = (lists: readonly Date[][]): Date[] =>
  [...new Set(lists.flat().map((date) => date.getTime()))].sort((a, b) => a - b).map((ms) => new Date(ms));

function* take(dates: Iterable<Date>, count: number): Generator<Date> {
  let left = count;
  for (const date of dates) {
    yield date;
    left -= 1;
    if (left === 0) return;
  }
}

function* upTo(dates: Iterable<Date>, until: Date): Generator<Date> {
  for (const date of dates) {
    if (date > until) return;
    yield date;
  }
}

const endOfTime = new Date(8.64e15);

/** Returns the next `count` runs after `from`, up to `until`, soonest first; fewer if there aren't that many. */
export const nextRuns = (timing: Timing, count: number, from: Date, until = endOfTime): Date[] => {
  const next = (pattern: string): Date[] => [...take(upTo(after(pattern, timing.time_zone, from), until), count)];
  return merge(patternsOf(timing).map(next)).slice(0, count);
};

/** Returns the last `count` runs up to and including `until`, in chronological order. */
export const pastRuns = (timing: Timing, count: number, until: Date): Date[] => {
  const zone = timing.time_zone;
  const past = (pattern: string): Date[] =>
    isEveryHour(pattern) ? everyHourUpTo(pattern, zone, count, until) : [...take(before(pattern, zone, until), count)];
  return merge(patternsOf(timing).map(past)).slice(-count);
};
