import { inngest } from "@/inngest/client";
import { heedAdvice } from "@/inngest/heed-advice";
import { chatQueued } from "@/server/core/events";
import { postChat as post } from "@/server/domains/messaging/delivery";

export const postChat = inngest.createFunction(
  {
    id: "post-chat",
    triggers: [chatQueued],
    retries: 8,
    // Slack accepts about one message a second per channel.
    concurrency: { limit: 1 },
  },
  async ({ event, step }) => {
    await step.run("post", () => heedAdvice(() => post(event.data)));
  },
);
