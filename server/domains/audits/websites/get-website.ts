import type { Ctx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import type { Website, WebsiteId } from "./contract";
import { latestAuditOnly, toWebsiteOutputs } from "./website-output";

export const getWebsite = async (ctx: Pick<Ctx, "db" | "org_id">, { id }: WebsiteId): Promise<Website> => {
  const row = await ctx.db.website.findFirst({ where: { id, org_id: ctx.org_id }, include: latestAuditOnly });
  const [website] = await toWebsiteOutputs(ctx.db, row ? [row] : []);
  if (!website) throw notFound("website", id);
  return website;
};
