import type { Ctx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import type { ScheduleId } from "./contract";

/** An audit it has started goes on; the list of its runs goes. */
export const removeSchedule = async (ctx: Ctx, { id }: ScheduleId): Promise<{ id: string }> => {
  const { count } = await ctx.db.schedule.deleteMany({ where: { id, org_id: ctx.org_id } });
  if (count === 0) throw notFound("schedule", id);
  return { id };
};
