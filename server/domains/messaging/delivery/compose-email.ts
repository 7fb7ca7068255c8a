import { emails, isEmailId, renderEmail } from "@/emails";
import type { EmailMessage } from "@/generated/prisma/client";
import { sourceLanguage } from "@/messages/runtime/language";
import type { EmailAttachment, OutgoingEmail } from "@/server/adapters/email/port";
import { getStore } from "@/server/adapters/store";
import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import { unsubscribeAddresses } from "../suppressions";

const attachmentsOf = async ({ attachment_key, attachment_name }: EmailMessage): Promise<EmailAttachment[]> => {
  if (!attachment_key) return [];
  const content = await getStore().get(attachment_key);
  if (!content) throw new AppError("not_found", `The attachment ${attachment_key} no longer exists.`);
  return [{ fileName: attachment_name ?? "attachment.pdf", content, contentType: "application/pdf" }];
};

/**
 * Renders a stored email. The result is identical for every attempt, because the provider rejects an idempotency key
 * that is reused with different content.
 */
export const composeEmail = async (message: EmailMessage): Promise<OutgoingEmail> => {
  const { template } = message;
  if (!isEmailId(template)) throw new AppError("invalid_input", `Unknown template ${template}.`);
  const { page, oneClick } = unsubscribeAddresses(message.to);
  const { bulk } = emails[template];
  const email = await renderEmail(template, message.data, {
    // Uses the source language, because the person whose request queued the email may not be its recipient.
    language: sourceLanguage,
    homeUrl: env.BASE_URL,
    brand: message.brand,
    ...(message.subject ? { subject: message.subject } : {}),
    ...(bulk ? { unsubscribeUrl: page } : {}),
  });
  const headers = {
    // Stops auto-responders from replying (RFC 3834).
    "Auto-Submitted": "auto-generated",
    ...(bulk ? { "List-Unsubscribe": `<${oneClick}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } : {}),
  };
  return {
    ...email,
    to: message.to,
    from: message.from,
    headers,
    attachments: await attachmentsOf(message),
    idempotencyKey: message.id,
  };
};
