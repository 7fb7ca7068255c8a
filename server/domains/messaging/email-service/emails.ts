import { isBrandId } from "@/emails";
import type { AnonymousCtx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import { type EmailContent, queueEmail } from "../delivery";
import type { EmailMessageId, EmailState, QueuedEmail, SendEmail } from "./contract";

/** Returns the delivery state of an email. */
export const readEmail = async ({ db }: AnonymousCtx, { messageId }: EmailMessageId): Promise<EmailState> => {
  const message = await db.emailMessage.findUnique({ where: { id: messageId }, omit: { data: true } });
  if (!message) throw notFound("email", messageId);
  const { template, to, status, error, created_at, sent_at } = message;
  return {
    messageId,
    template,
    ...(to ? { to } : {}),
    status,
    ...(error ? { error } : {}),
    createdAt: created_at,
    // While an email is queued, `sent_at` is the start of an attempt with an unknown outcome.
    ...(sent_at && status !== "queued" ? { sentAt: sent_at } : {}),
  };
};

/** Queues an email. A job renders and sends it after the commit. */
export const sendEmail = async (
  ctx: AnonymousCtx,
  { to, subject, template, data, from }: SendEmail,
): Promise<QueuedEmail> => {
  const { app, ...own } = data;
  // Safe, because the contract has checked that the data fits the template.
  const email = { template, data: own } as EmailContent;
  const brand = isBrandId(app) ? app : "service";
  const messageId = await queueEmail(ctx, { to, subject, brand, ...email, ...(from ? { from } : {}) });
  return { messageId, template, status: "queued" };
};
