import { applyRetryAdvice } from "@/inngest/apply-retry-advice";
import { inngest } from "@/inngest/client";
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
    await step.run("post", () => applyRetryAdvice(() => post(event.data)));
  },
);
