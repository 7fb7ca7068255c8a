import { getDatabase } from "@/server/adapters/database";
import { findPayments } from "@/server/adapters/payments";

interface Gone {
  org_id: string;
  customer: string;
}

/** Cancels the subscriptions of a deleted organisation. Safe to repeat. */
export const endSubscriptions = async ({ customer }: Gone): Promise<void> => {
  await findPayments()?.cancelSubscriptions(customer);
};

/** Deletes the payment records of a deleted organisation; the provider keeps its invoices. */
export const deletePayments = async ({ org_id }: Gone): Promise<void> => {
  const { prisma } = await getDatabase();
  await prisma.billingTransaction.deleteMany({ where: { org_id } });
  await prisma.userPlanPurchase.deleteMany({ where: { org_id } });
};
