import { randomUUID } from "node:crypto";
import type { MailMessage } from "@/server/adapters/mail/port";

/** Returns a message to send, with a new key. */
export const mailMessage = (changed: Partial<MailMessage> = {}): MailMessage => ({
  to: "ada@example.org",
  from: "Curbcut <curbcut@example.org>",
  subject: "Your report",
  html: "<p>Hello</p>",
  text: "Hello",
  idempotencyKey: randomUUID(),
  ...changed,
});
