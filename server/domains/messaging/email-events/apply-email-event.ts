import { readResendEvent } from "@/server/adapters/email";
import type { DeliveryReport } from "@/server/adapters/email/port";
import type { AnonymousCtx, Db } from "@/server/core/context";
import { log } from "@/server/core/log";
import { applyReports } from "../delivery";
import { suppress } from "../suppressions";
import type { EmailEvent, EmailEventReply } from "./contract";

const suppressAddresses = async (db: Db, { state, refusing }: DeliveryReport): Promise<void> => {
  if (state === "bounced" || state === "complained") await suppress(db, refusing, state);
};

/**
 * Applies a report from the email provider once. A report has the same id on every delivery attempt. Reports may arrive
 * in any order, even before we have stored the provider's id for the email.
 */
export const applyEmailEvent = async ({ db, call }: AnonymousCtx, event: EmailEvent): Promise<EmailEventReply> => {
  const report = readResendEvent(call.headers, event);
  if (!report) {
    log.debug({ type: event["type"] }, "ignored an email event");
    return { applied: false };
  }
  const { id, state, providerId, reason } = report;
  const row = { id, type: state, provider_id: providerId };
  const { count } = await db.emailEvent.createMany({ data: [row], skipDuplicates: true });
  if (count === 0) return { applied: false };
  await suppressAddresses(db, report);
  await applyReports(db, providerId, reason);
  return { applied: true };
};
