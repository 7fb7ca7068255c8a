import type { Ctx } from "@/server/core/context";
import { toPage } from "@/server/core/schema";
import { getWebsite } from "../websites";
import type { ListTriagePolicies, TriagePolicy } from "./contract";
import { toPolicyOutputs } from "./policy-output";

/** Lists the triage policies of a website, newest first. */
export const listPolicies = async (
  ctx: Ctx,
  { website_id, limit, cursor }: ListTriagePolicies,
): Promise<{ items: TriagePolicy[]; next_cursor: string | null }> => {
  await getWebsite(ctx, { id: website_id });
  const rows = await ctx.db.triagePolicy.findMany({
    where: { website_id, org_id: ctx.org_id, ...(cursor ? { id: { lt: cursor } } : {}) },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  return toPage(await toPolicyOutputs(ctx.db, rows), limit);
};
