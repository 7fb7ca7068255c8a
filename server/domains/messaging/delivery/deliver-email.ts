import { emails, isEmailId } from "@/emails";
import type { EmailMessage } from "@/generated/prisma/client";
import type { EmailStatus } from "@/generated/prisma/enums";
import { getUnscopedDb } from "@/server/adapters/database";
import { getEmailAdapter } from "@/server/adapters/email";
import type { OutgoingEmail } from "@/server/adapters/email/port";
import { AppError, notFound } from "@/server/core/errors";
import { readProperty } from "@/server/core/property";
import { readAdvice } from "@/server/core/retry-advice";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { findSuppression } from "../suppressions";
import { composeEmail } from "./compose-email";
import { readReports } from "./delivery-state";

const readMessage = async (id: string) => {
  const db = await getUnscopedDb();
  const message = await db.emailMessage.findUnique({ where: { id } });
  if (!message) throw notFound("email", id);
  return message;
};

/** Marks an email as failed or suppressed, and deletes its data, which may contain codes and links. */
const close = async (id: string, status: "failed" | "suppressed", error: string): Promise<void> => {
  const db = await getUnscopedDb();
  await db.emailMessage.updateMany({
    where: { id, status: "queued" },
    data: { status, error, data: {}, sent_at: null },
  });
};

/**
 * Records the start of an attempt. While an email is queued, `sent_at` is the time of the first attempt with an unknown
 * outcome: the provider may have accepted the email before the connection broke or this process exited. Throws if the
 * provider no longer stores the idempotency key, because another attempt could send the email twice.
 */
const beginTry = async ({ id, sent_at }: EmailMessage): Promise<void> => {
  const { keysLastSeconds } = getEmailAdapter();
  if (keysLastSeconds === null || keysLastSeconds === Number.POSITIVE_INFINITY) return;
  if (!sent_at) {
    const db = await getUnscopedDb();
    await db.emailMessage.update({ where: { id }, data: { sent_at: new Date() } });
    return;
  }
  if (Date.now() - sent_at.getTime() < keysLastSeconds * 1_000) return;
  throw new AppError("upstream_failed", "The email wasn't sent again, because an earlier attempt may have succeeded.", {
    retryable: false,
    status: null,
  });
};

const endTry = async ({ id }: EmailMessage, { subject }: OutgoingEmail, providerId: string): Promise<EmailStatus> =>
  inUnscopedTransaction(async ({ db }) => {
    const status = await readReports(db, providerId);
    await db.emailMessage.update({
      where: { id },
      data: { status, provider_id: providerId, subject, sent_at: new Date(), error: null, data: {} },
    });
    return status;
  });

/**
 * Reports whether the provider refused the email. After a broken connection or a server error, the outcome is unknown.
 */
const wasRefused = (error: unknown): boolean => {
  const status = readProperty(readProperty(error, "details"), "status");
  return typeof status === "number" && status < 500;
};

const noteFailure = async ({ id }: EmailMessage, error: unknown): Promise<void> => {
  const reason = error instanceof Error ? error.message : String(error);
  if (readAdvice(error).isFinal) return close(id, "failed", reason);
  const db = await getUnscopedDb();
  await db.emailMessage.updateMany({
    where: { id, status: "queued" },
    data: { error: reason, ...(wasRefused(error) ? { sent_at: null } : {}) },
  });
};

const send = async (message: EmailMessage): Promise<EmailStatus> => {
  const email = await composeEmail(message);
  await beginTry(message);
  const { providerId } = await getEmailAdapter().send(email);
  return endTry(message, email, providerId);
};

const suppressionOf = async ({ to, template }: EmailMessage): Promise<string | null> => {
  const db = await getUnscopedDb();
  const kind = isEmailId(template) ? emails[template] : { bulk: false, requested: false };
  const reason = await findSuppression(db, to, kind);
  const reasons = {
    bounced: "This email wasn't sent, because an earlier one to this address bounced permanently.",
    complained: "This email wasn't sent, because the recipient reported an earlier one as spam.",
    unsubscribed: "The recipient has unsubscribed from digests.",
  };
  return reason && reasons[reason];
};

/**
 * Renders and sends a stored email, unless its address is suppressed. Returns its state. A repeated call doesn't send
 * the email again, because the email's id is the provider's idempotency key. If the provider returns an error, throws
 * it. The email stays queued unless retrying is pointless; in that case, it becomes `failed` and every later call
 * throws.
 */
export const deliverEmail = async (messageId: string): Promise<EmailStatus> => {
  const message = await readMessage(messageId);
  if (message.status === "failed")
    throw new AppError("upstream_failed", message.error ?? "The email couldn't be sent.", {
      retryable: false,
      status: null,
    });
  if (message.status !== "queued") return message.status;
  const suppressed = await suppressionOf(message);
  if (suppressed) {
    await close(messageId, "suppressed", suppressed);
    return "suppressed";
  }
  try {
    return await send(message);
  } catch (error) {
    await noteFailure(message, error);
    throw error;
  }
};

export const failEmail = (messageId: string, reason: string): Promise<void> => close(messageId, "failed", reason);
