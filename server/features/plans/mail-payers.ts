import type { SystemCtx } from "@/server/core/context";
import { type Letter, queueMail } from "@/server/features/messages";

/** Mails those who look after an organisation's plan: its owners, and whose role is billing. With a key once each. */
export const mailPayers = async (ctx: SystemCtx, org_id: string, letter: Letter, key?: string): Promise<void> => {
  const payers = await ctx.db.membership.findMany({
    where: { org_id, role: { in: ["owner", "billing"] }, disabled_at: null },
    select: { user: { select: { id: true, email: true } } },
  });
  for (const { user } of payers)
    await queueMail(ctx, { ...letter, to: user.email, ...(key ? { idempotencyKey: `${key}/${user.id}` } : {}) });
};
