import type { AnonymousCtx, Db } from "@/server/core/context";
import { log } from "@/server/core/log";
import { applyReports } from "@/server/features/messages";
import { suppress } from "@/server/features/suppressions";
import { KnownMailEvent, type MailEvent, type MailEventReply } from "./contract";

/** A full mailbox or a busy server is no reason to stop writing for good. */
const suppressAddresses = async (db: Db, event: KnownMailEvent): Promise<void> => {
  if (event.type === "email.complained") await suppress(db, event.data.to, "complained");
  if (event.type === "email.bounced" && event.data.bounce.type === "Permanent")
    await suppress(db, event.data.to, "bounced");
};

const reasonOf = (event: KnownMailEvent): string | null => {
  if (event.type === "email.bounced") return event.data.bounce.message;
  if (event.type === "email.failed") return event.data.failed.reason;
  return event.type === "email.suppressed" ? event.data.suppressed.message : null;
};

/**
 * Takes one event of the mail provider, once: `svix-id` is the same at every try. Events may come in any order, and
 * before we have stored which message they are about.
 */
export const applyMailEvent = async ({ db, call }: AnonymousCtx, event: MailEvent): Promise<MailEventReply> => {
  const { data: known, error } = KnownMailEvent.safeParse(event);
  if (!known) {
    log.debug({ type: event.type, problem: error.message }, "a mail event of no interest");
    return { applied: false };
  }
  const { type, data } = known;
  const id = call.headers.get("svix-id") ?? "";
  const row = { id, type, provider_id: data.email_id };
  const { count } = await db.mailEvent.createMany({ data: [row], skipDuplicates: true });
  if (count === 0) return { applied: false };
  await suppressAddresses(db, known);
  await applyReports(db, data.email_id, reasonOf(known));
  return { applied: true };
};
