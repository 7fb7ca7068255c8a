import { cron } from "inngest";
import { inngest } from "@/inngest/client";
import { heedAdvice } from "@/inngest/heed-advice";
import { log } from "@/server/core/log";
import { findOverdue, settleSubscription } from "@/server/features/billing";

/** Ends what grace has kept, and makes up for events that were lost. One that fails keeps none of the others waiting. */
export const settleBilling = inngest.createFunction(
  { id: "settle-billing", triggers: [cron("37 * * * *")], retries: 2, concurrency: { limit: 1 } },
  async ({ step }) => {
    const customers = await step.run("find what is overdue", findOverdue);
    for (const customer of customers)
      await step
        .run(`settle ${customer}`, () => heedAdvice(() => settleSubscription(customer)))
        .catch((error: unknown) => log.error({ err: error, customer }, "a subscription could not be settled"));
  },
);
