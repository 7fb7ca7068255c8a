import { createHash } from "node:crypto";
import type { SendMailOptions } from "nodemailer";
import { checkMessage } from "./check-message";
import type { MailMessage } from "./port";

/** A file or header name that stands for an idempotency key: 32 hex characters. */
export const hashKey = (idempotencyKey: string): string =>
  createHash("sha256").update(idempotencyKey).digest("hex").slice(0, 32);

/** A checked message for nodemailer; its Message-ID is made of the key, the same at every try. */
export const toMailOptions = (message: MailMessage): SendMailOptions & { messageId: string } => {
  const { to, from } = checkMessage(message);
  const { subject, html, text, headers = {}, attachments = [], idempotencyKey } = message;
  return {
    to: { name: "", address: to },
    from,
    subject,
    html,
    text,
    headers,
    messageId: `<${hashKey(idempotencyKey)}@${from.address.split("@").at(-1)}>`,
    attachments: attachments.map(({ fileName, content, contentType }) => ({
      filename: fileName,
      content,
      contentType,
    })),
    // Content comes from callers; nothing in it may make the server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
};
