import { inngest } from "@/inngest/client";
import { passwordResetRequested } from "@/inngest/events";
import { mailPasswordReset as mail } from "@/server/features/auth";

export const mailPasswordReset = inngest.createFunction(
  {
    id: "mail-password-reset",
    triggers: [passwordResetRequested],
    retries: 8,
    idempotency: "event.data.request_id",
    concurrency: { limit: 4 },
  },
  async ({ event, step }) => {
    await step.run("mail the link", () => mail(event.data.email));
  },
);
