import type { Ctx } from "@/server/core/context";
import { toPage } from "@/server/core/schema";
import type { ListWebsites, Website } from "./contract";
import { latestAuditOnly, presentWebsites } from "./present";

/** Oldest first, so that a list does not move while it is read. */
export const listWebsites = async (
  ctx: Ctx,
  { limit, cursor }: ListWebsites,
): Promise<{ items: Website[]; next_cursor: string | null }> => {
  const rows = await ctx.db.website.findMany({
    where: { org_id: ctx.org_id, ...(cursor ? { id: { gt: cursor } } : {}) },
    orderBy: { id: "asc" },
    take: limit + 1,
    include: latestAuditOnly,
  });
  return toPage(await presentWebsites(ctx.db, rows), limit);
};
