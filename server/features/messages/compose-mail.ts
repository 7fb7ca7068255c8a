import { emails, isEmailId, renderEmail } from "@/emails";
import type { EmailMessage } from "@/server/adapters/database/generated/client";
import type { MailAttachment, MailMessage } from "@/server/adapters/mail/port";
import { getStore } from "@/server/adapters/store";
import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import { unsubscribeAddresses } from "@/server/features/suppressions";

const attachmentsOf = async ({ attachment_key, attachment_name }: EmailMessage): Promise<MailAttachment[]> => {
  if (!attachment_key) return [];
  const content = await getStore().get(attachment_key);
  if (!content) throw new AppError("not_found", `The attachment ${attachment_key} is gone.`);
  return [{ fileName: attachment_name ?? "attachment.pdf", content, contentType: "application/pdf" }];
};

/** A stored message as it goes out: the same at every try, or the provider would refuse its key. */
export const composeMail = async (message: EmailMessage): Promise<MailMessage> => {
  const { template } = message;
  if (!isEmailId(template)) throw new AppError("invalid_input", `There is no template ${template}.`);
  const { page, oneClick } = unsubscribeAddresses(message.to);
  const { bulk } = emails[template];
  const letter = await renderEmail(template, message.data, {
    homeUrl: env.BASE_URL,
    ...(message.subject ? { subject: message.subject } : {}),
    ...(bulk ? { unsubscribeUrl: page } : {}),
  });
  const headers = { "List-Unsubscribe": `<${oneClick}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
  return {
    ...letter,
    to: message.to,
    from: message.from,
    ...(bulk ? { headers } : {}),
    attachments: await attachmentsOf(message),
    idempotencyKey: message.id,
  };
};
