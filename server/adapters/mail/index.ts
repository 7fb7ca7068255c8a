import { join } from "node:path";
import { env } from "@/server/core/env";
import { outboxMail } from "./embedded";
import type { Mail } from "./port";
import { listOutboxMessages, type OutboxEntry, type OutboxMessage, readOutboxMessage } from "./read-outbox";
import { resendMail } from "./resend";
import { smtpMail } from "./smtp";

export type { OutboxMessage } from "./read-outbox";
export { readResendEvent, verifyResendEvent } from "./resend-event";

// Next evaluates modules more than once in a process.
const globals = globalThis as typeof globalThis & { curbcutMail?: Mail };

const outboxFolder = join(env.DATA_DIR, "outbox");

const choose = (): Mail => {
  if (env.RESEND_API_KEY) return resendMail(env.RESEND_API_KEY, env.RESEND_BASE_URL);
  return env.SMTP_URL ? smtpMail(env.SMTP_URL) : outboxMail(outboxFolder);
};

/** The one mail service of this process: Resend or SMTP when configured, else the outbox in DATA_DIR/outbox. */
export const getMail = (): Mail => {
  globals.curbcutMail ??= choose();
  return globals.curbcutMail;
};

/** The newest messages of the outbox, at most `limit` (default 100). */
export const listOutbox = (limit = 100): Promise<OutboxEntry[]> => listOutboxMessages(outboxFolder, limit);

/** One message of the outbox with its parsed headers, HTML and text. Throws AppError `not_found`. */
export const readOutbox = (id: string): Promise<OutboxMessage> => readOutboxMessage(outboxFolder, id);
