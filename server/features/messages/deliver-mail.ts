import { type EmailId, renderEmail } from "@/emails";
import { getDatabase } from "@/server/adapters/database";
import type { EmailMessage } from "@/server/adapters/database/generated/client";
import { getMail } from "@/server/adapters/mail";
import type { MailAttachment } from "@/server/adapters/mail/port";
import { getStore } from "@/server/adapters/store";
import { env } from "@/server/core/env";
import { AppError, notFound } from "@/server/core/errors";

const attachmentsOf = async ({ attachment_key, attachment_name }: EmailMessage): Promise<MailAttachment[]> => {
  if (!attachment_key) return [];
  const content = await getStore().get(attachment_key);
  if (!content) throw new AppError("not_found", `The attachment ${attachment_key} is gone.`);
  return [{ fileName: attachment_name ?? "attachment.pdf", content, contentType: "application/pdf" }];
};

/**
 * Renders and sends one stored mail, then forgets its data, which may hold codes and links. Its id is the provider's idempotency key, so a repeated call sends nothing more.
 * Throws what the provider says; the row then still waits.
 */
export const deliverMail = async (messageId: string): Promise<void> => {
  const { prisma } = await getDatabase();
  const message = await prisma.emailMessage.findUnique({ where: { id: messageId } });
  if (!message) throw notFound("message", messageId);
  if (message.status === "sent") return;
  const data = message.data as Record<string, unknown>;
  const { subject, html, text } = await renderEmail(message.template as EmailId, data, {
    homeUrl: env.BASE_URL,
    ...(message.subject ? { subject: message.subject } : {}),
  });
  const { providerId } = await getMail().send({
    to: message.to,
    from: message.from,
    subject,
    html,
    text,
    attachments: await attachmentsOf(message),
    idempotencyKey: message.id,
  });
  await prisma.emailMessage.update({
    where: { id: messageId },
    data: { status: "sent", provider_id: providerId, subject, sent_at: new Date(), error: null, data: {} },
  });
};

/** Records that a mail can't be delivered. */
export const failMail = async (messageId: string, reason: string): Promise<void> => {
  const { prisma } = await getDatabase();
  await prisma.emailMessage.updateMany({
    where: { id: messageId, status: "queued" },
    data: { status: "failed", error: reason, data: {} },
  });
};
