import type { Ctx } from "@/server/core/context";
import { newId } from "@/server/core/ids";
import { assertWithinPlan } from "@/server/domains/billing/plans";
import { assertSettings, getWebsite } from "../websites";
import type { AddSchedule, Schedule } from "./contract";
import { nextRuns } from "./next-runs";
import { getSchedule } from "./read-schedules";
import { readTiming } from "./read-timing";
import { assertPlanCovers } from "./schedule-frequency";

export const addSchedule = async (ctx: Ctx, input: AddSchedule): Promise<Schedule> => {
  const { website_id, options = {}, paused = false, ...given } = input;
  const now = new Date();
  await getWebsite(ctx, { id: website_id });
  const timing = readTiming(given, undefined, now);
  const { org_id } = ctx;
  if (!paused) await assertPlanCovers(ctx.db, { org_id, website_id, schedule_id: null, timing }, now);
  assertSettings(options, "options");
  await assertWithinPlan(ctx.db, org_id, options);
  const { id } = await ctx.db.schedule.create({
    data: {
      id: newId(),
      org_id,
      website_id,
      ...timing,
      options,
      paused_at: paused ? now : null,
      next_run_at: paused ? null : (nextRuns(timing, 1, now)[0] ?? null),
      created_by: ctx.user_id,
    },
  });
  return getSchedule(ctx, { id });
};
