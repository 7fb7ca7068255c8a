import type { Ctx } from "@/server/core/context";
import type { MonitorId } from "./contract";
import { findMonitor } from "./find-monitor";

/** Takes its checks, incidents and maintenance windows along. */
export const removeMonitor = async (ctx: Ctx, { id }: MonitorId): Promise<{ id: string }> => {
  await findMonitor(ctx, id);
  await ctx.db.uptimeMonitorSettings.delete({ where: { id } });
  return { id };
};
