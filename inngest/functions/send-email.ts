import { NonRetriableError } from "inngest";
import { applyRetryAdvice } from "@/inngest/apply-retry-advice";
import { inngest } from "@/inngest/client";
import { accountExistsHeld, emailQueued, passwordResetRequested } from "@/server/core/events";
import { sendPasswordReset as sendResetEmail } from "@/server/domains/identity/sign-in";
import { sendHeldNotice } from "@/server/domains/identity/users";
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
    for (let round = 0; ; round += 1) {
      const seconds = await step.run(`email the link (${round})`, () => sendResetEmail(event.data));
      if (seconds === 0) return;
      await step.sleep(`wait for the account's limit (${round})`, `${seconds}s`);
    }
  },
);

/** Held "account exists" emails wait for up to three days. */
const hoursToWait = 72;

export const sendAccountExists = inngest.createFunction(
  { id: "send-account-exists", triggers: [accountExistsHeld], retries: 8, concurrency: { limit: 4 } },
  async ({ event, step }) => {
    for (let hour = 0; hour < hoursToWait; hour += 1) {
      await step.sleep(`wait for the address's next hour (${hour})`, "1h");
      if (await step.run(`email the notice (${hour})`, () => sendHeldNotice(event.data))) return;
    }
    throw new NonRetriableError("The owner wasn't emailed: the address had already received too many emails.");
  },
);
