import { auditEnded } from "@/inngest/events";
import type { Ctx } from "@/server/core/context";
import type { WebsiteId } from "./contract";
import { getWebsite } from "./get-website";

/** Takes its audits, results and issues along; a scan under way is stopped. */
export const removeWebsite = async (ctx: Ctx, { id }: WebsiteId): Promise<{ id: string }> => {
  await getWebsite(ctx, { id });
  const running = await ctx.db.websiteAudit.findMany({
    where: { website_id: id, status: "in_progress" },
    select: { id: true },
  });
  await ctx.db.website.delete({ where: { id } });
  for (const audit of running) ctx.emit(auditEnded.create({ audit_id: audit.id }));
  return { id };
};
