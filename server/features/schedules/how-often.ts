import type { Db } from "@/server/core/context";
import { assertFrequency } from "@/server/features/plans";
import type { Timing } from "./contract";
import { nextRuns } from "./next-runs";
import { timingOf } from "./present";

/** Enough to meet the two of any usual schedule that lie closest. */
const runsCompared = 100;

const minutesPerHour = 60;
const minutesPerDay = 24 * minutesPerHour;

/** The shortest time between two runs of these schedules together; infinite for a single run. */
export const leastMinutesBetween = (timings: readonly Timing[], now: Date): number => {
  const runs = timings.flatMap((timing) => nextRuns(timing, runsCompared, now).map((date) => date.getTime()));
  const sorted = runs.sort((a, b) => a - b);
  const gaps = sorted.slice(1).map((at, index) => at - (sorted[index] ?? 0));
  return Math.min(Number.POSITIVE_INFINITY, ...gaps) / 60_000;
};

/** As often as the closest two runs; a change of the clocks makes a day or a week shorter, never another word. */
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
  /** The schedule itself counts with the times it is to have, not with those it has. */
  schedule_id: string | null;
  timing: Timing;
}

/**
 * Throws `plan_limit_reached` when all schedules of the website together, paused ones left out, would scan it more
 * often than the plan covers.
 */
export const assertPlanCovers = async (db: Db, wanted: Wanted, now = new Date()): Promise<void> => {
  const { org_id, website_id, schedule_id, timing } = wanted;
  const others = await db.schedule.findMany({
    where: { website_id, paused_at: null, ...(schedule_id ? { id: { not: schedule_id } } : {}) },
    orderBy: { id: "asc" },
  });
  await assertFrequency(db, org_id, howOften([timing, ...others.map(timingOf)], now));
};
