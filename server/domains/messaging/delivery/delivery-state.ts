import type { EmailStatus } from "@/generated/prisma/enums";
import type { Db } from "@/server/core/context";

/**
 * States that the provider can report, weakest first. The strongest reported state counts, regardless of the order in
 * which the reports arrive.
 */
const byStrength: readonly EmailStatus[] = ["sent", "delivered", "failed", "suppressed", "bounced", "complained"];

/** Returns the state of a sent email based on these reports, regardless of the order in which they arrived. */
const stateAfter = (reported: readonly EmailStatus[]): EmailStatus =>
  byStrength.findLast((state) => reported.includes(state)) ?? "sent";

/**
 * Acquires the lock for one email. The lock makes the two writers take turns, because an event may arrive before the
 * response to the call that sent the email.
 */
const takeTurn = (db: Db, providerId: string): Promise<number> =>
  db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${providerId}, 0))`;

/** Returns the state based on the provider's reports so far. No report can be added before this transaction ends. */
export const readReports = async (db: Db, providerId: string): Promise<EmailStatus> => {
  await takeTurn(db, providerId);
  const events = await db.emailEvent.findMany({ where: { provider_id: providerId }, select: { type: true } });
  return stateAfter(events.map(({ type }) => type));
};

/** Updates the status of the email with this provider id, based on the provider's delivery reports. */
export const applyReports = async (db: Db, providerId: string, reason: string | null): Promise<void> => {
  const status = await readReports(db, providerId);
  const error = reason === null ? {} : { error: reason.slice(0, 1_000) };
  await db.emailMessage.updateMany({
    where: { provider_id: providerId },
    data: { status, reported_at: new Date(), ...error },
  });
};
