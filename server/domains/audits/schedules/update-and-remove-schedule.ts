import type { Schedule as Row } from "@/generated/prisma/client";
import type { Ctx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import { assertWithinPlan } from "@/server/domains/billing/plans";
import { assertSettings } from "../websites";
import type { ChangeSchedule, Schedule, ScheduleId } from "./contract";
import { nextRuns } from "./next-runs";
import { getSchedule } from "./read-schedules";
import { readTiming } from "./read-timing";
import { assertPlanCovers } from "./schedule-frequency";
import { timingOf } from "./schedule-output";

/** Locks the schedule, so that a due audit starts either before the update or with the new timing. */
const lockSchedule = async (ctx: Ctx, id: string): Promise<Row> => {
  await ctx.db.$queryRaw`
    SELECT 1 FROM schedules WHERE id = ${id}::uuid AND org_id = ${ctx.org_id}::uuid FOR NO KEY UPDATE`;
  const row = await ctx.db.schedule.findFirst({ where: { id, org_id: ctx.org_id } });
  if (!row) throw notFound("schedule", id);
  return row;
};

/**
 * Returns the columns that pause or resume a schedule. Resuming it resets its failure count. No reason is stored,
 * because a person paused or resumed it.
 */
const switched = (before: Row, paused: boolean, now: Date) => {
  if (paused === (before.paused_at !== null)) return {};
  return paused
    ? { paused_at: now, paused_reason: null }
    : { paused_at: null, paused_reason: null, failures_in_row: 0 };
};

/**
 * Updates a schedule. The new timing applies immediately: runs that were due while the schedule was paused, or under
 * its old timing, are not started.
 */
export const updateSchedule = async (ctx: Ctx, input: ChangeSchedule): Promise<Schedule> => {
  const { id, options, paused: wanted, ...given } = input;
  const before = await lockSchedule(ctx, id);
  const now = new Date();
  const timing = readTiming(given, timingOf(before), now);
  const paused = wanted ?? before.paused_at !== null;
  const { org_id, website_id } = before;
  if (!paused) await assertPlanCovers(ctx.db, { org_id, website_id, schedule_id: id, timing }, now);
  assertSettings(options, "options");
  await assertWithinPlan(ctx.db, org_id, options);
  await ctx.db.schedule.update({
    where: { id, org_id },
    data: {
      ...timing,
      ...(options ? { options } : {}),
      ...switched(before, paused, now),
      next_run_at: paused ? null : (nextRuns(timing, 1, now)[0] ?? null),
    },
  });
  return getSchedule(ctx, { id });
};

/** Deletes a schedule and its runs. If it has started an audit that is still running, the audit continues. */
export const removeSchedule = async (ctx: Ctx, { id }: ScheduleId): Promise<{ id: string }> => {
  const { count } = await ctx.db.schedule.deleteMany({ where: { id, org_id: ctx.org_id } });
  if (count === 0) throw notFound("schedule", id);
  return { id };
};
