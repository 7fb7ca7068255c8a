import { inngest } from "@/inngest/client";
import { webhookQueued } from "@/inngest/events";
import { heedAdvice } from "@/inngest/heed-advice";
import { giveUpDelivery, tryDelivery } from "@/server/features/webhooks";

export const deliverWebhook = inngest.createFunction(
  {
    id: "deliver-webhook",
    triggers: [webhookQueued],
    // As many as there can be, more and more slowly: over a bit more than a day.
    retries: 20,
    idempotency: "event.data.job_id",
    // A receiver that hangs holds up no other.
    concurrency: [{ limit: 16 }, { limit: 2, key: "event.data.endpoint_id" }],
    onFailure: async ({ event, step }) => {
      const { delivery_id, round } = event.data.event.data as { delivery_id: string; round: number };
      await step.run("give up", () => giveUpDelivery({ delivery_id, round }));
    },
  },
  async ({ event, step }) => {
    const { delivery_id, round } = event.data;
    await step.run("post", () => heedAdvice(() => tryDelivery({ delivery_id, round })));
  },
);
