import { getDatabase } from "@/server/adapters/database";
import { findPayments } from "@/server/adapters/payments";

interface Gone {
  org_id: string;
  customer: string;
}

/** Ends what a removed organisation pays for. Again is harmless. */
export const endSubscriptions = async ({ customer }: Gone): Promise<void> => {
  await findPayments()?.cancelSubscriptions(customer);
};

/** Forgets what a removed organisation paid; the provider keeps its invoices. */
export const forgetPayments = async ({ org_id }: Gone): Promise<void> => {
  const { prisma } = await getDatabase();
  await prisma.billingTransaction.deleteMany({ where: { org_id } });
  await prisma.userPlanPurchase.deleteMany({ where: { org_id } });
};
