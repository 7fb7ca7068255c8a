import { cron } from "inngest";
import { inngest } from "@/inngest/client";
import { heedAdvice } from "@/inngest/heed-advice";
import { log } from "@/server/core/log";
import { findOverdue, refreshSubscription } from "@/server/domains/billing";

/**
 * Refreshes subscriptions whose grace period has ended or whose events may have been lost. An error for one customer
 * doesn't delay the others.
 */
export const reconcileBilling = inngest.createFunction(
  { id: "settle-billing", triggers: [cron("37 * * * *")], retries: 2, concurrency: { limit: 1 } },
  async ({ step }) => {
    const customers = await step.run("find what is overdue", findOverdue);
    for (const customer of customers)
      await step
        .run(`settle ${customer}`, () => heedAdvice(() => refreshSubscription(customer)))
        .catch((error: unknown) => log.error({ err: error, customer }, "failed to reconcile a subscription"));
  },
);
