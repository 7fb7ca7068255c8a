import type { Db, SystemCtx } from "@/server/core/context";
import { limitsOf, websitesText } from "./limits";
import { mailPayers } from "./mail-payers";

const resource = "websites";

/** Of a plan's limit, the larger first: who reaches both at once is told of the limit alone. */
const thresholds = [100, 80] as const;

/** Mails at 80% and at 100% of the websites that the plan covers, once each until the plan changes. */
export const noteUsage = async (ctx: SystemCtx, org_id: string): Promise<void> => {
  const limits = await limitsOf(ctx.db, org_id);
  if (!limits) return;
  const used = await ctx.db.website.count({ where: { org_id } });
  const percent = thresholds.find((each) => used * 100 >= limits.websites * each);
  if (!percent) return;
  const { count } = await ctx.db.usageWarning.createMany({
    data: [{ org_id, resource, percent }],
    skipDuplicates: true,
  });
  if (count === 0) return;
  const limit = websitesText(limits.websites);
  if (percent === 100) await mailPayers(ctx, org_id, { template: "usage-limit-reached", data: { limit } });
  else await mailPayers(ctx, org_id, { template: "usage-limit-warning", data: { limit, used } });
};

/** A new plan has limits of its own, and its own warnings. */
export const forgetWarnings = async (db: Db, org_id: string): Promise<void> => {
  await db.usageWarning.deleteMany({ where: { org_id } });
};
