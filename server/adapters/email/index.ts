import { join } from "node:path";
import { env } from "@/server/core/env";
import { oncePerProcess } from "@/server/core/process-wide";
import { outboxAdapter } from "./embedded";
import type { EmailAdapter } from "./port";
import { listOutboxMessages, type OutboxEntry, type OutboxMessage, readOutboxMessage } from "./read-outbox";
import { resendAdapter } from "./resend";
import { smtpAdapter } from "./smtp";

export type { OutboxMessage } from "./read-outbox";
export { readResendEvent, verifyResendEvent } from "./resend-event";

const outboxFolder = join(env.DATA_DIR, "outbox");

const choose = (): EmailAdapter => {
  if (env.RESEND_API_KEY) return resendAdapter(env.RESEND_API_KEY, env.RESEND_BASE_URL);
  return env.SMTP_URL ? smtpAdapter(env.SMTP_URL) : outboxAdapter(outboxFolder);
};

/** Returns this process's email service: Resend or SMTP when configured, otherwise the outbox in DATA_DIR/outbox. */
export const getEmailAdapter = (): EmailAdapter => oncePerProcess("email", choose);

/** Returns the newest emails in the outbox, at most `limit` (default 100). */
export const listOutbox = (limit = 100): Promise<OutboxEntry[]> => listOutboxMessages(outboxFolder, limit);

/** Returns one email in the outbox with its parsed headers, HTML and text. Throws AppError `not_found`. */
export const readOutbox = (id: string): Promise<OutboxMessage> => readOutboxMessage(outboxFolder, id);
