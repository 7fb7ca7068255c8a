import { inngest } from "@/inngest/client";
import { heedAdvice } from "@/inngest/heed-advice";
import { mailQueued, passwordResetRequested } from "@/server/core/events";
import { sendPasswordReset as mail } from "@/server/domains/identity/sign-in";
import { deliverMail, failMail } from "@/server/domains/messaging/delivery";

export const sendMail = inngest.createFunction(
  {
    id: "send-mail",
    triggers: [mailQueued],
    retries: 8,
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

export const sendPasswordReset = inngest.createFunction(
  {
    id: "mail-password-reset",
    triggers: [passwordResetRequested],
    retries: 8,
    concurrency: { limit: 4 },
  },
  async ({ event, step }) => {
    await step.run("mail the link", () => mail(event.data));
  },
);
