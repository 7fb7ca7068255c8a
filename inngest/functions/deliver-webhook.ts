import { applyRetryAdvice } from "@/inngest/apply-retry-advice";
import { inngest } from "@/inngest/client";
import { webhookQueued } from "@/server/core/events";
import { failDelivery, tryDelivery } from "@/server/domains/integrations/webhooks";

export const deliverWebhook = inngest.createFunction(
  {
    id: "deliver-webhook",
    triggers: [webhookQueued],
    // The maximum that Inngest allows. With increasing delays, the attempts span slightly more than a day.
    retries: 20,
    // Deliveries are limited per endpoint, so that a receiver that hangs doesn't delay the others.
    concurrency: [{ limit: 16 }, { limit: 2, key: "event.data.endpoint_id" }],
    onFailure: async ({ event, step }) => {
      const { delivery_id, round } = event.data.event.data as { delivery_id: string; round: number };
      await step.run("give up", () => failDelivery({ delivery_id, round }));
    },
  },
  async ({ event, step }) => {
    const { delivery_id, round } = event.data;
    await step.run("post", () => applyRetryAdvice(() => tryDelivery({ delivery_id, round })));
  },
);
