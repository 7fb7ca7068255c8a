import { randomUUID } from "node:crypto";
import type { OutgoingEmail } from "@/server/adapters/email/port";

/** Returns a message to send, with a new idempotency key. */
export const outgoingEmail = (changed: Partial<OutgoingEmail> = {}): OutgoingEmail => ({
  to: "ada@example.org",
  from: "Curbcut <curbcut@example.org>",
  subject: "Your report",
  html: "<p>Hello</p>",
  text: "Hello",
  idempotencyKey: randomUUID(),
  ...changed,
});
