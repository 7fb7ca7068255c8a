import type { Ctx } from "@/server/core/context";
import { toPage } from "@/server/core/schema";
import type { ListMonitors, Monitor } from "./contract";
import { toMonitorOutputs } from "./monitor-output";

/** Lists monitors, oldest first, so that pages of the list don't shift when a monitor is added. */
export const listMonitors = async (
  ctx: Ctx,
  { limit, cursor, website_id }: ListMonitors,
): Promise<{ items: Monitor[]; next_cursor: string | null }> => {
  const rows = await ctx.db.uptimeMonitorSettings.findMany({
    where: {
      org_id: ctx.org_id,
      ...(website_id ? { website_id } : {}),
      ...(cursor ? { id: { gt: cursor } } : {}),
    },
    orderBy: { id: "asc" },
    take: limit + 1,
  });
  return toPage(await toMonitorOutputs(ctx, rows), limit);
};
