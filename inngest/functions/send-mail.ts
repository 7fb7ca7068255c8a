import { inngest } from "@/inngest/client";
import { mailQueued } from "@/inngest/events";
import { heedAdvice } from "@/inngest/heed-advice";
import { deliverMail, failMail } from "@/server/features/messages";

export const sendMail = inngest.createFunction(
  {
    id: "send-mail",
    triggers: [mailQueued],
    retries: 8,
    idempotency: "event.data.message_id",
    concurrency: { limit: 8 },
    onFailure: async ({ event, error, step }) => {
      const { message_id } = event.data.event.data as { message_id: string };
      await step.run("record the failure", () => failMail(message_id, error.message));
    },
  },
  async ({ event, step }) => {
    await step.run("send", () => heedAdvice(() => deliverMail(event.data.message_id)));
  },
);
