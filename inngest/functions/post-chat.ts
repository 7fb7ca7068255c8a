import { NonRetriableError } from "inngest";
import { applyRetryAdvice } from "@/inngest/apply-retry-advice";
import { inngest } from "@/inngest/client";
import { chatQueued } from "@/server/core/events";
import { postChat as post, waitForChat } from "@/server/domains/messaging/delivery";

/** A message that would exceed the channel's limits waits for up to three days. */
const longestWaitSeconds = 3 * 86_400;

export const postChat = inngest.createFunction(
  {
    id: "post-chat",
    triggers: [chatQueued],
    retries: 8,
    // Slack accepts about one message a second per channel.
    concurrency: { limit: 1 },
  },
  async ({ event, step }) => {
    let waited = 0;
    for (let round = 0; ; round += 1) {
      const seconds = await step.run(`take a turn (${round})`, waitForChat);
      if (seconds === 0) break;
      waited += seconds;
      if (waited > longestWaitSeconds)
        throw new NonRetriableError("The message wasn't posted: the chat channel had received too many messages.");
      await step.sleep(`wait for the channel's limit (${round})`, `${seconds}s`);
    }
    await step.run("post", () => applyRetryAdvice(() => post(event.data)));
  },
);
