import { cron } from "inngest";
import { applyRetryAdvice } from "@/inngest/apply-retry-advice";
import { inngest } from "@/inngest/client";
import { log } from "@/server/core/log";
import { findOverdue, refreshSubscription } from "@/server/domains/billing";

/**
 * Refreshes subscriptions whose grace period has ended or whose events may have been lost. An error for one customer
 * doesn't delay the others.
 */
export const reconcileBilling = inngest.createFunction(
  { id: "reconcile-billing", triggers: [cron("37 * * * *")], retries: 2, concurrency: { limit: 1 } },
  async ({ step }) => {
    const customers = await step.run("find overdue subscriptions", findOverdue);
    for (const customer of customers)
      await step
        .run(`refresh ${customer}`, () => applyRetryAdvice(() => refreshSubscription(customer)))
        .catch((error: unknown) => log.error({ err: error, customer }, "failed to reconcile a subscription"));
  },
);
