import type { Db } from "@/server/core/context";
import { assertFrequency } from "@/server/domains/billing/plans";
import type { Timing } from "./contract";
import { nextRuns } from "./next-runs";
import { timingOf } from "./schedule-output";

/** Number of runs to compare, enough to include the two closest runs of any typical schedule. */
const runsCompared = 100;
/** Limits the search, because some cron expressions match only once in 28 years and finding their runs is slow. */
const yearsCompared = 5;

const minutesPerHour = 60;
const minutesPerDay = 24 * minutesPerHour;

const runsToCompare = (timing: Timing, now: Date): Date[] => {
  const [first] = nextRuns(timing, 1, now);
  if (!first) return [];
  const until = new Date(first);
  until.setUTCFullYear(until.getUTCFullYear() + yearsCompared);
  return nextRuns(timing, runsCompared, now, until);
};

/**
 * Returns the shortest time between two runs of these schedules combined, in minutes; infinity if there is only one
 * run.
 */
export const leastMinutesBetween = (timings: readonly Timing[], now: Date): number => {
  const runs = timings.flatMap((timing) => runsToCompare(timing, now).map((date) => date.getTime()));
  const sorted = runs.sort((a, b) => a - b);
  const gaps = sorted.slice(1).map((at, index) => at - (sorted[index] ?? 0));
  return Math.min(Number.POSITIVE_INFINITY, ...gaps) / 60_000;
};

/**
 * Returns the frequency that matches the shortest time between two runs, with a tolerance of two hours for clock
 * changes.
 */
const howOften = (timings: readonly Timing[], now: Date): "hourly" | "daily" | "weekly" | "monthly" => {
  const [only, ...others] = timings;
  if (only && only.frequency !== "cron" && others.length === 0) return only.frequency;
  const minutes = leastMinutesBetween(timings, now);
  if (minutes < minutesPerDay - 2 * minutesPerHour) return "hourly";
  if (minutes < 7 * minutesPerDay - 2 * minutesPerHour) return "daily";
  return minutes < 28 * minutesPerDay - 2 * minutesPerHour ? "weekly" : "monthly";
};

interface Wanted {
  org_id: string;
  website_id: string;
  /** The schedule being changed; its new timing is used instead of the stored one. */
  schedule_id: string | null;
  timing: Timing;
}

/**
 * Throws `plan_limit_reached` if the website's active schedules together would scan it more often than the plan allows.
 */
export const assertPlanCovers = async (db: Db, wanted: Wanted, now = new Date()): Promise<void> => {
  const { org_id, website_id, schedule_id, timing } = wanted;
  const others = await db.schedule.findMany({
    where: { website_id, org_id, paused_at: null, ...(schedule_id ? { id: { not: schedule_id } } : {}) },
    orderBy: { id: "asc" },
  });
  await assertFrequency(db, org_id, howOften([timing, ...others.map(timingOf)], now));
};
