import type { Db, SystemCtx } from "@/server/core/context";
import { limitsOf, websitesText } from "./assert-limits";
import { emailBillingContacts } from "./email-billing-contacts";

const resource = "websites";

/**
 * Percentages of a plan's limit. 100 comes first, so that only the email about 100% is sent to an organisation that
 * reaches both at once.
 */
const thresholds = [100, 80] as const;

/**
 * Emails the billing contacts when the organisation reaches 80% of its plan's website limit, and again at 100%. Sends
 * each of the two emails at most once until the plan changes.
 */
export const warnOfUsage = async (ctx: SystemCtx, org_id: string): Promise<void> => {
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
  if (percent === 100) await emailBillingContacts(ctx, org_id, { template: "usage-limit-reached", data: { limit } });
  else await emailBillingContacts(ctx, org_id, { template: "usage-limit-warning", data: { limit, used } });
};

/** Deletes the record of sent warnings, so that they are sent again for the new plan's limits. */
export const resetUsageWarnings = async (db: Db, org_id: string): Promise<void> => {
  await db.usageWarning.deleteMany({ where: { org_id } });
};
