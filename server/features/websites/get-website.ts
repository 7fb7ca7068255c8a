import type { Ctx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import type { Website, WebsiteId } from "./contract";
import { latestAuditOnly, presentWebsite } from "./present";

export const getWebsite = async (ctx: Ctx, { id }: WebsiteId): Promise<Website> => {
  const row = await ctx.db.website.findFirst({ where: { id, org_id: ctx.org_id }, include: latestAuditOnly });
  if (!row) throw notFound("website", id);
  return presentWebsite(row);
};
