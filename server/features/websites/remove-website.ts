import type { Ctx } from "@/server/core/context";
import type { WebsiteId } from "./contract";
import { getWebsite } from "./get-website";

/** Takes its audits, results and issues along. A scan under way hears on its next callback that it is not wanted. */
export const removeWebsite = async (ctx: Ctx, { id }: WebsiteId): Promise<{ id: string }> => {
  await getWebsite(ctx, { id });
  await ctx.db.website.delete({ where: { id } });
  return { id };
};
