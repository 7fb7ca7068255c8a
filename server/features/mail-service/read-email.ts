import type { AnonymousCtx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import type { DeliveryStatus, EmailMessageId, EmailState } from "./contract";

/** What became of a mail. */
export const readEmail = async ({ db }: AnonymousCtx, { messageId }: EmailMessageId): Promise<EmailState> => {
  const message = await db.emailMessage.findUnique({ where: { id: messageId }, omit: { data: true } });
  if (!message) throw notFound("message", messageId);
  const { template, to, status, error, created_at, sent_at } = message;
  return {
    messageId,
    template,
    ...(to ? { to } : {}),
    status: status as DeliveryStatus,
    ...(error ? { error } : {}),
    createdAt: created_at,
    // Of a queued one it is when a try began whose end is open.
    ...(sent_at && status !== "queued" ? { sentAt: sent_at } : {}),
  };
};
