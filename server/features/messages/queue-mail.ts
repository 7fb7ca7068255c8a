import type { EmailData, EmailId } from "@/emails";
import { mailQueued } from "@/inngest/events";
import type { SystemCtx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { newId } from "@/server/core/ids";

interface Envelope {
  to: string;
  /** The template's own subject when left out. */
  subject?: string;
  from?: string;
  attachment?: { key: string; fileName: string };
  /** A mail with the same key is stored once, whoever asks again. */
  idempotencyKey?: string;
}

/** A template with the data it needs. */
export type Letter = { [Id in EmailId]: { template: Id; data: EmailData<Id> } }[EmailId];

type OutgoingMail = Envelope & Letter;

interface Stored {
  id: string;
  isNew: boolean;
}

const store = async ({ db }: Pick<SystemCtx, "db">, mail: OutgoingMail): Promise<Stored> => {
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
  if (count === 1) return { id, isNew: true };
  const earlier = await db.emailMessage.findUniqueOrThrow({ where: { idempotency_key } });
  return { id: earlier.id, isNew: false };
};

/** Stores a mail for a caller that delivers it itself, with deliverMail. Returns its id. */
export const storeMail = async (ctx: Pick<SystemCtx, "db">, mail: OutgoingMail): Promise<string> =>
  (await store(ctx, mail)).id;

/** Stores a mail in the caller's transaction; a job renders and sends it after the commit, once. Returns its id. */
export const queueMail = async (ctx: SystemCtx, mail: OutgoingMail): Promise<string> => {
  const { id, isNew } = await store(ctx, mail);
  if (isNew) ctx.emit(mailQueued.create({ message_id: id }));
  return id;
};
