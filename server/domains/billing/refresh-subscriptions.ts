import { getUnscopedDb } from "@/server/adapters/database";
import { findPayments } from "@/server/adapters/payments";
import { syncSubscription } from "./sync-subscription";

const mostAtOnce = 50;
const hourMs = 3_600_000;

/**
 * Returns the ids of customers whose stored plan may be out of date. Either their grace period has ended, or an event
 * may have been lost: none followed the end of the billing period, or none followed a first checkout started in the
 * last three days.
 */
export const findOverdue = async (): Promise<string[]> => {
  if (!findPayments()) return [];
  const db = await getUnscopedDb();
  const rows = await db.$queryRaw<{ customer: string }[]>`
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

/** Reads a customer's subscription from the provider and stores it. */
export const refreshSubscription = async (customer: string): Promise<void> => {
  const payments = findPayments();
  if (payments) await syncSubscription(payments, { customer, event: null, fact: null });
};
