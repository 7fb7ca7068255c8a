import { inngest } from "@/inngest/client";
import { organisationRemoved } from "@/inngest/events";
import { heedAdvice } from "@/inngest/heed-advice";
import { endSubscriptions, forgetPayments } from "@/server/features/billing";

export const leaveProvider = inngest.createFunction(
  {
    id: "leave-provider",
    triggers: [organisationRemoved],
    retries: 20,
    idempotency: "event.data.org_id",
    concurrency: { limit: 2 },
  },
  async ({ event, step }) => {
    const { org_id, customer } = event.data;
    await step.run("end its subscriptions", () => heedAdvice(() => endSubscriptions({ org_id, customer })));
    await step.run("forget its payments", () => forgetPayments({ org_id, customer }));
  },
);
