import type { DeliveryReport } from "@/server/adapters/mail/port";
import type { Db } from "@/server/core/context";

type ReportedState = DeliveryReport["state"];

export type DeliveryState = "queued" | ReportedState;

/** What the provider may report, from the weakest word to the strongest: what comes late or out of order changes nothing. */
const byStrength: readonly ReportedState[] = ["sent", "delivered", "failed", "suppressed", "bounced", "complained"];

/** The state of a sent message after these reports, in whichever order they came. */
const stateAfter = (reported: readonly string[]): DeliveryState =>
  byStrength.findLast((state) => reported.includes(state)) ?? "sent";

/** An event may overtake the answer to the call that sent the message; those two writers take turns. */
const takeTurn = (db: Db, providerId: string): Promise<number> =>
  db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${providerId}, 0))`;

/** What the provider has said of a message up to now; nobody adds to it before this transaction ends. */
export const readReports = async (db: Db, providerId: string): Promise<DeliveryState> => {
  await takeTurn(db, providerId);
  const events = await db.mailEvent.findMany({ where: { provider_id: providerId }, select: { type: true } });
  return stateAfter(events.map(({ type }) => type));
};

/** Brings the message that the provider knows by this id to the state its reports add up to. */
export const applyReports = async (db: Db, providerId: string, reason: string | null): Promise<void> => {
  const status = await readReports(db, providerId);
  const error = reason === null ? {} : { error: reason.slice(0, 1_000) };
  await db.emailMessage.updateMany({
    where: { provider_id: providerId },
    data: { status, reported_at: new Date(), ...error },
  });
};
