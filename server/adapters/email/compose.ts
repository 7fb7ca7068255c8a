import { createHash } from "node:crypto";
import type { SendMailOptions } from "nodemailer";
import { checkMessage } from "./check-message";
import type { OutgoingEmail } from "./port";

/** Converts an idempotency key to a name of 32 hexadecimal characters, for use in file names and headers. */
export const hashKey = (idempotencyKey: string): string =>
  createHash("sha256").update(idempotencyKey).digest("hex").slice(0, 32);

/**
 * Converts a checked message to nodemailer's format. Derives the Message-ID from the key, so that every attempt has the
 * same one.
 */
export const toSendOptions = (message: OutgoingEmail): SendMailOptions & { messageId: string } => {
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
    // The content comes from callers; nothing in it may make the server read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
};
