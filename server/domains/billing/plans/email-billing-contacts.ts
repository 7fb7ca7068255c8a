import type { SystemCtx } from "@/server/core/context";
import { type EmailContent, queueEmail } from "@/server/domains/messaging/delivery";

/**
 * Emails an organisation's billing contacts: owners and members with the billing role. With a key, each contact gets
 * the email at most once.
 */
export const emailBillingContacts = async (
  ctx: SystemCtx,
  org_id: string,
  email: EmailContent,
  key?: string,
): Promise<void> => {
  const payers = await ctx.db.membership.findMany({
    where: { org_id, role: { in: ["owner", "billing"] }, disabled_at: null },
    select: { user: { select: { id: true, email: true } } },
  });
  for (const { user } of payers)
    await queueEmail(ctx, { ...email, to: user.email, ...(key ? { idempotencyKey: `${key}/${user.id}` } : {}) });
};
