import { getUnscopedDb } from "@/server/adapters/database";
import { findPayments } from "@/server/adapters/payments";

interface Gone {
  org_id: string;
  customer: string;
}

/** Cancels the subscriptions of a deleted organisation. Safe to repeat. */
export const endSubscriptions = async ({ customer }: Gone): Promise<void> => {
  await findPayments()?.cancelSubscriptions(customer);
};

/** Deletes a deleted organisation's payment records; the provider keeps the invoices. */
export const deletePayments = async ({ org_id }: Gone): Promise<void> => {
  const db = await getUnscopedDb();
  await db.billingTransaction.deleteMany({ where: { org_id } });
  await db.userPlanPurchase.deleteMany({ where: { org_id } });
};
