import type { Ctx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import type { Website, WebsiteId } from "./contract";
import { latestAuditOnly, presentWebsites } from "./present";

export const getWebsite = async (ctx: Pick<Ctx, "db" | "org_id">, { id }: WebsiteId): Promise<Website> => {
  const row = await ctx.db.website.findFirst({ where: { id, org_id: ctx.org_id }, include: latestAuditOnly });
  const [website] = await presentWebsites(ctx.db, row ? [row] : []);
  if (!website) throw notFound("website", id);
  return website;
};
