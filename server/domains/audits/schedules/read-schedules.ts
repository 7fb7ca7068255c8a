import type { Ctx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import { toPage } from "@/server/core/schema";
import { getWebsite } from "../websites";
import type { ListRuns, ListSchedules, Preview, PreviewRuns, Schedule, ScheduleId, ScheduleRun } from "./contract";
import { readTiming } from "./read-timing";
import { toNextRunOutputs, toRunOutputs, toScheduleOutputs, withWebsiteAndLastRun } from "./schedule-output";

export const getSchedule = async (ctx: Ctx, { id }: ScheduleId): Promise<Schedule> => {
  const row = await ctx.db.schedule.findFirst({ where: { id, org_id: ctx.org_id }, include: withWebsiteAndLastRun });
  const [schedule] = row ? await toScheduleOutputs(ctx, [row]) : [];
  if (!schedule) throw notFound("schedule", id);
  return schedule;
};

/** Lists schedules, oldest first, so that pages of the list don't shift when a schedule is added. */
export const listSchedules = async (
  ctx: Ctx,
  { limit, cursor, website_id }: ListSchedules,
): Promise<{ items: Schedule[]; next_cursor: string | null }> => {
  if (website_id) await getWebsite(ctx, { id: website_id });
  const rows = await ctx.db.schedule.findMany({
    where: { org_id: ctx.org_id, ...(website_id ? { website_id } : {}), ...(cursor ? { id: { gt: cursor } } : {}) },
    orderBy: { id: "asc" },
    take: limit + 1,
    include: withWebsiteAndLastRun,
  });
  return toPage(await toScheduleOutputs(ctx, rows), limit);
};

/** Lists runs, newest first. */
export const listRuns = async (
  ctx: Ctx,
  { id, limit, cursor }: ListRuns,
): Promise<{ items: ScheduleRun[]; next_cursor: string | null }> => {
  await getSchedule(ctx, { id });
  const rows = await ctx.db.scheduleRun.findMany({
    where: { schedule_id: id, ...(cursor ? { due_at: { lt: new Date(cursor) } } : {}) },
    orderBy: { due_at: "desc" },
    take: limit + 1,
  });
  const shown = rows.slice(0, limit);
  return {
    items: await toRunOutputs(ctx, shown),
    next_cursor: rows.length > limit ? (shown.at(-1)?.due_at.toISOString() ?? null) : null,
  };
};

/**
 * Returns the next runs of a schedule that isn't stored yet. Rejects any timing that couldn't be used to create a
 * schedule.
 */
export const previewRuns = async (_: Ctx, input: PreviewRuns): Promise<Preview> => {
  const now = new Date();
  return { next_runs: toNextRunOutputs(readTiming(input, undefined, now), now) };
};
