import { inngest } from "@/inngest/client";
import { heedAdvice } from "@/inngest/heed-advice";
import { emailQueued, passwordResetRequested } from "@/server/core/events";
import { sendPasswordReset as sendResetEmail } from "@/server/domains/identity/sign-in";
import { deliverEmail, failEmail } from "@/server/domains/messaging/delivery";

export const sendEmail = inngest.createFunction(
  {
    id: "send-mail",
    triggers: [emailQueued],
    retries: 8,
    concurrency: { limit: 8 },
    onFailure: async ({ event, error, step }) => {
      const { message_id } = event.data.event.data as { message_id: string };
      await step.run("record the failure", () => failEmail(message_id, error.message));
    },
  },
  async ({ event, step }) => {
    await step.run("send", () => heedAdvice(() => deliverEmail(event.data.message_id)));
  },
);

export const sendPasswordReset = inngest.createFunction(
  {
    id: "mail-password-reset",
    triggers: [passwordResetRequested],
    retries: 8,
    concurrency: { limit: 4 },
  },
  async ({ event, step }) => {
    await step.run("mail the link", () => sendResetEmail(event.data));
  },
);
