import { emails } from "@/emails";
import { getDatabase } from "@/server/adapters/database";
import type { EmailMessage } from "@/server/adapters/database/generated/client";
import { getMail } from "@/server/adapters/mail";
import type { MailMessage } from "@/server/adapters/mail/port";
import { AppError, notFound } from "@/server/core/errors";
import { readAdvice } from "@/server/core/retry-advice";
import { inTransaction } from "@/server/core/transaction";
import { findSuppression } from "@/server/features/suppressions";
import { composeMail } from "./compose-mail";
import { type DeliveryState, readReports } from "./delivery-state";

const readMessage = async (id: string) => {
  const { prisma } = await getDatabase();
  const message = await prisma.emailMessage.findUnique({ where: { id } });
  if (!message) throw notFound("message", id);
  return message;
};

/** Its data may hold codes and links, and is forgotten with the last try. */
const close = async (id: string, status: "failed" | "suppressed", error: string): Promise<void> => {
  const { prisma } = await getDatabase();
  await prisma.emailMessage.updateMany({
    where: { id, status: "queued" },
    data: { status, error, data: {}, sent_at: null },
  });
};

/**
 * While a message is queued, `sent_at` is the first try whose end nobody knows: the provider may have taken the message
 * before the connection or this process broke off. Once it has forgotten the key, another try could double the mail.
 */
const beginTry = async ({ id, sent_at }: EmailMessage): Promise<void> => {
  const { keysLastSeconds } = getMail();
  if (keysLastSeconds === null || keysLastSeconds === Number.POSITIVE_INFINITY) return;
  if (!sent_at) {
    const { prisma } = await getDatabase();
    await prisma.emailMessage.update({ where: { id }, data: { sent_at: new Date() } });
    return;
  }
  if (Date.now() - sent_at.getTime() < keysLastSeconds * 1_000) return;
  throw new AppError("upstream_failed", "An earlier try may have gone through, so the message is not sent once more.", {
    retryable: false,
    status: null,
  });
};

const endTry = async ({ id }: EmailMessage, { subject }: MailMessage, providerId: string): Promise<DeliveryState> =>
  inTransaction(async ({ db }) => {
    const status = await readReports(db, providerId);
    await db.emailMessage.update({
      where: { id },
      data: { status, provider_id: providerId, subject, sent_at: new Date(), error: null, data: {} },
    });
    return status;
  });

/** A refusal is no delivery; after a broken connection or a fault of the provider nobody knows. */
const wasRefused = (error: unknown): boolean => {
  const { status } = ((error as { details?: unknown }).details ?? {}) as { status?: unknown };
  return typeof status === "number" && status < 500;
};

const noteFailure = async ({ id }: EmailMessage, error: unknown): Promise<void> => {
  const reason = error instanceof Error ? error.message : String(error);
  if (readAdvice(error).isFinal) return close(id, "failed", reason);
  const { prisma } = await getDatabase();
  await prisma.emailMessage.updateMany({
    where: { id, status: "queued" },
    data: { error: reason, ...(wasRefused(error) ? { sent_at: null } : {}) },
  });
};

const send = async (message: EmailMessage): Promise<DeliveryState> => {
  const mail = await composeMail(message);
  await beginTry(message);
  const { providerId } = await getMail().send(mail);
  return endTry(message, mail, providerId);
};

const suppressionOf = async ({ to, template }: EmailMessage): Promise<string | null> => {
  const { prisma } = await getDatabase();
  const reason = await findSuppression(
    prisma,
    to,
    emails[template as keyof typeof emails] ?? { bulk: false, asked: false },
  );
  const reasons = {
    bounced: "Mail to this address came back for good, so nothing is sent to it.",
    complained: "The reader reported our mail as spam, so this address is not written to.",
    unsubscribed: "The reader asked for no more digests.",
  };
  return reason && reasons[reason];
};

/**
 * Renders and sends one stored mail, unless its address is suppressed; answers its state. Its id is the provider's
 * idempotency key, so a repeated call sends nothing more. Throws what the provider says: the row then still waits, or
 * is `failed` when no other try could help, and every later call throws.
 */
export const deliverMail = async (messageId: string): Promise<DeliveryState> => {
  const message = await readMessage(messageId);
  if (message.status === "failed")
    throw new AppError("upstream_failed", message.error ?? "The message could not be sent.", {
      retryable: false,
      status: null,
    });
  if (message.status !== "queued") return message.status as DeliveryState;
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

/** Records that a mail can't be delivered. */
export const failMail = (messageId: string, reason: string): Promise<void> => close(messageId, "failed", reason);
