import { inngest } from "@/inngest/client";
import { chatQueued } from "@/inngest/events";
import { postChat as post } from "@/server/features/messages";

export const postChat = inngest.createFunction(
  { id: "post-chat", triggers: [chatQueued], retries: 8, idempotency: "event.data.notification_id" },
  async ({ event, step }) => {
    await step.run("post", () => post(event.data));
  },
);
