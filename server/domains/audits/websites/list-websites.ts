import type { Ctx } from "@/server/core/context";
import { escapeLike } from "@/server/core/escape-like";
import { toPage } from "@/server/core/schema";
import type { ListWebsites, Website } from "./contract";
import { latestAuditOnly, toWebsiteOutputs } from "./website-output";

const matching = (q: string) => {
  const part = { contains: escapeLike(q), mode: "insensitive" as const };
  return { OR: [{ name: part }, { url: part }] };
};

/** Lists websites, oldest first, so that pages of the list don't shift when a website is added. */
export const listWebsites = async (
  ctx: Ctx,
  { limit, cursor, q }: ListWebsites,
): Promise<{ items: Website[]; next_cursor: string | null }> => {
  const rows = await ctx.db.website.findMany({
    where: { org_id: ctx.org_id, ...(cursor ? { id: { gt: cursor } } : {}), ...(q ? matching(q) : {}) },
    orderBy: { id: "asc" },
    take: limit + 1,
    include: latestAuditOnly,
  });
  return toPage(await toWebsiteOutputs(ctx.db, rows), limit);
};
