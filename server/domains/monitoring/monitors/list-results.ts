import type { Ctx } from "@/server/core/context";
import { toPage } from "@/server/core/schema";
import type { ListOfMonitor, MonitorCheck, MonitorIncident } from "./contract";
import { findMonitor } from "./find-monitor";

/** Returns the query for a page of the list, newest first. */
const pageOf = ({ id, limit, cursor }: ListOfMonitor) =>
  ({
    where: { monitor_id: id, ...(cursor ? { id: { lt: cursor } } : {}) },
    orderBy: { id: "desc" },
    take: limit + 1,
  }) as const;

/** Lists individual checks, which are kept for seven days. */
export const listChecks = async (
  ctx: Ctx,
  input: ListOfMonitor,
): Promise<{ items: MonitorCheck[]; next_cursor: string | null }> => {
  await findMonitor(ctx, input.id);
  const rows = await ctx.db.monitorCheck.findMany({ ...pageOf(input), omit: { monitor_id: true } });
  return toPage(rows, input.limit);
};

const secondsBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.round((to.getTime() - from.getTime()) / 1_000));

export const listIncidents = async (
  ctx: Ctx,
  input: ListOfMonitor,
): Promise<{ items: MonitorIncident[]; next_cursor: string | null }> => {
  await findMonitor(ctx, input.id);
  const page = pageOf(input);
  const rows = await ctx.db.monitorIncident.findMany({
    ...page,
    where: { ...page.where, org_id: ctx.org_id },
    omit: { monitor_id: true, org_id: true },
  });
  const now = new Date();
  const shown = rows.map((row) => ({
    ...row,
    downtime_seconds: secondsBetween(row.started_at, row.ended_at ?? now),
  }));
  return toPage(shown, input.limit);
};
