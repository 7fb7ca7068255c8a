import { inngest } from "@/inngest/client";
import { chatQueued } from "@/inngest/events";
import { heedAdvice } from "@/inngest/heed-advice";
import { postChat as post } from "@/server/features/messages";

export const postChat = inngest.createFunction(
  {
    id: "post-chat",
    triggers: [chatQueued],
    retries: 8,
    idempotency: "event.data.notification_id",
    // Slack takes about one message a second in a channel.
    concurrency: { limit: 1 },
  },
  async ({ event, step }) => {
    await step.run("post", () => heedAdvice(() => post(event.data)));
  },
);
