import { mailQueued } from "@/inngest/events";
import type { SystemCtx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { newId } from "@/server/core/ids";

export interface OutgoingMail {
  to: string;
  template: string;
  data: Record<string, unknown>;
  /** The template's own subject when left out. */
  subject?: string;
  from?: string;
  attachment?: { key: string; fileName: string };
  /** A mail with the same key is queued once, whoever asks again. */
  idempotencyKey?: string;
}

/**
 * Stores a mail in the caller's transaction; a job renders and sends it after the commit, once. Returns its id, which
 * is that of the earlier mail when the key was used before.
 */
export const queueMail = async ({ db, emit }: SystemCtx, mail: OutgoingMail): Promise<string> => {
  const id = newId();
  const idempotency_key = mail.idempotencyKey ?? id;
  const { count } = await db.emailMessage.createMany({
    data: [
      {
        id,
        idempotency_key,
        to: mail.to,
        from: mail.from ?? env.MAIL_FROM_ADDRESS,
        subject: mail.subject ?? "",
        template: mail.template,
        data: mail.data as object,
        attachment_key: mail.attachment?.key ?? null,
        attachment_name: mail.attachment?.fileName ?? null,
      },
    ],
    skipDuplicates: true,
  });
  if (count === 0) return (await db.emailMessage.findUniqueOrThrow({ where: { idempotency_key } })).id;
  emit(mailQueued.create({ message_id: id }));
  return id;
};
