import type { BrandId, EmailData, EmailId } from "@/emails";
import type { SystemCtx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { emailQueued } from "@/server/core/events";
import { newId } from "@/server/core/ids";

/** Everything needed to send an email except its template and data. */
interface Envelope {
  to: string;
  /** The app that the email comes from; the service app by default. */
  brand?: BrandId;
  /** Subject to use instead of the template's own. */
  subject?: string;
  from?: string;
  attachment?: { key: string; fileName: string };
  /** Emails with the same key are stored only once. */
  idempotencyKey?: string;
}

/** A template with its data. */
export type EmailContent = { [Id in EmailId]: { template: Id; data: EmailData<Id> } }[EmailId];

type NewEmail = Envelope & EmailContent;

interface Stored {
  id: string;
  isNew: boolean;
}

const store = async ({ db }: Pick<SystemCtx, "db">, email: NewEmail): Promise<Stored> => {
  const id = newId();
  const idempotency_key = email.idempotencyKey ?? id;
  const data: object = email.data;
  const { count } = await db.emailMessage.createMany({
    data: [
      {
        id,
        idempotency_key,
        to: email.to,
        from: email.from ?? env.MAIL_FROM_ADDRESS,
        subject: email.subject ?? "",
        ...(email.brand ? { brand: email.brand } : {}),
        template: email.template,
        data,
        attachment_key: email.attachment?.key ?? null,
        attachment_name: email.attachment?.fileName ?? null,
      },
    ],
    skipDuplicates: true,
  });
  if (count === 1) return { id, isNew: true };
  const earlier = await db.emailMessage.findUniqueOrThrow({ where: { idempotency_key } });
  return { id: earlier.id, isNew: false };
};

/** Stores an email for callers that deliver it with deliverEmail. Returns its id. */
export const storeEmail = async (ctx: Pick<SystemCtx, "db">, email: NewEmail): Promise<string> =>
  (await store(ctx, email)).id;

/** Stores an email in the caller's transaction. A job renders and sends it once, after the commit. Returns its id. */
export const queueEmail = async (ctx: SystemCtx, email: NewEmail): Promise<string> => {
  const { id, isNew } = await store(ctx, email);
  if (isNew) ctx.emit(emailQueued.create({ message_id: id }));
  return id;
};

/** Returns the support email address as email data; empty if the operator hasn't set one. */
export const supportContact = (): { contact?: string } => (env.SUPPORT_EMAIL ? { contact: env.SUPPORT_EMAIL } : {});
