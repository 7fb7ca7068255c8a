import { applyRetryAdvice } from "@/inngest/apply-retry-advice";
import { inngest } from "@/inngest/client";
import { emailQueued, passwordResetRequested } from "@/server/core/events";
import { sendPasswordReset as sendResetEmail } from "@/server/domains/identity/sign-in";
import { deliverEmail, failEmail } from "@/server/domains/messaging/delivery";

export const sendEmail = inngest.createFunction(
  {
    id: "send-email",
    triggers: [emailQueued],
    retries: 8,
    concurrency: { limit: 8 },
    onFailure: async ({ event, error, step }) => {
      const { message_id } = event.data.event.data as { message_id: string };
      await step.run("record the failure", () => failEmail(message_id, error.message));
    },
  },
  async ({ event, step }) => {
    await step.run("send", () => applyRetryAdvice(() => deliverEmail(event.data.message_id)));
  },
);

export const sendPasswordReset = inngest.createFunction(
  {
    id: "send-password-reset",
    triggers: [passwordResetRequested],
    retries: 8,
    concurrency: { limit: 4 },
  },
  async ({ event, step }) => {
    await step.run("email the link", () => sendResetEmail(event.data));
  },
);
