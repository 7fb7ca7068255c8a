import type { Payments } from "@/server/adapters/payments/port";
import type { Ctx } from "@/server/core/context";

export const findCustomer = async ({ db, org_id }: Ctx): Promise<string | null> => {
  const { billing_customer_id } = await db.organisation.findUniqueOrThrow({
    where: { id: org_id },
    select: { billing_customer_id: true },
  });
  return billing_customer_id;
};

/**
 * Gets or creates the organisation's customer at the provider. Concurrent calls return the customer that was stored
 * first.
 */
export const findOrMakeCustomer = async (ctx: Ctx, payments: Payments): Promise<string> => {
  const known = await findCustomer(ctx);
  if (known) return known;
  const { db, org_id, user_id } = ctx;
  const { name } = await db.organisation.findUniqueOrThrow({ where: { id: org_id }, select: { name: true } });
  const { email } = await db.user.findUniqueOrThrow({ where: { id: user_id }, select: { email: true } });
  const made = await payments.createCustomer({ org_id, name, email });
  await db.organisation.updateMany({
    where: { id: org_id, billing_customer_id: null },
    data: { billing_customer_id: made },
  });
  return (await findCustomer(ctx)) ?? made;
};
