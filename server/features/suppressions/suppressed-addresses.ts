import type { Db } from "@/server/core/context";
import type { SuppressionReason } from "./contract";

/** Addresses are compared in small letters; hardly any mail server tells `Ada@` from `ada@`. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

/** What kind of mail is asked about: a digest, or one that its reader asked for a moment ago. */
export interface MailKind {
  bulk: boolean;
  asked: boolean;
}

const stops: Record<SuppressionReason, (kind: MailKind) => boolean> = {
  bounced: () => true,
  complained: ({ asked }) => !asked,
  unsubscribed: ({ bulk }) => bulk,
};

/** Why this kind of mail must not go to the address, or null when it may. */
export const findSuppression = async (db: Db, email: string, kind: MailKind): Promise<SuppressionReason | null> => {
  const rows = await db.suppressedAddress.findMany({
    where: { email: normaliseEmail(email) },
    orderBy: { reason: "asc" },
  });
  const reasons = rows.map(({ reason }) => reason as SuppressionReason);
  return reasons.find((reason) => stops[reason](kind)) ?? null;
};

/** Stops mail to these addresses from now on; what is suppressed already stays as it was. */
export const suppress = async (db: Db, emails: readonly string[], reason: SuppressionReason): Promise<void> => {
  const data = emails.map((email) => ({ email: normaliseEmail(email), reason }));
  await db.suppressedAddress.createMany({ data, skipDuplicates: true });
};
