import { getDatabase } from "@/server/adapters/database";
import { findPayments } from "@/server/adapters/payments";
import { bringUpToDate } from "./bring-up-to-date";

const mostAtOnce = 50;
const hourMs = 3_600_000;

/**
 * Customers whose plan rests on something that time has overtaken: a grace that is over, or a period that ended without
 * an event about the next one, as when events were lost; and who went to a first checkout in the last days that we have
 * heard nothing of.
 */
export const findOverdue = async (): Promise<string[]> => {
  if (!findPayments()) return [];
  const { prisma } = await getDatabase();
  const rows = await prisma.$queryRaw<{ customer: string }[]>`
    SELECT o.billing_customer_id AS customer FROM organisations o LEFT JOIN subscriptions s ON s.org_id = o.id
    WHERE o.billing_customer_id IS NOT NULL
      AND (s.grace_until <= now() AND o.plan <> 'free'
        OR s.org_id IS NULL AND o.updated_at > ${new Date(Date.now() - 72 * hourMs)}
        OR s.status IN ('trialing', 'active', 'past_due')
          AND s.current_period_end < ${new Date(Date.now() - 6 * hourMs)}
          AND (s.status <> 'past_due' OR o.plan <> 'free'))
    ORDER BY s.read_at NULLS LAST LIMIT ${mostAtOnce}::int`;
  return rows.map(({ customer }) => customer);
};

/** Has the provider say how the subscription of a customer is now. */
export const settleSubscription = async (customer: string): Promise<void> => {
  const payments = findPayments();
  if (payments) await bringUpToDate(payments, { customer, event: null, fact: null });
};
