import type { Db } from "@/server/core/context";
import type { SuppressionReason } from "./contract";

/** Lower-cases an email address for comparison; hardly any email server distinguishes `Ada@` from `ada@`. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

/** The kind of email: a digest (`bulk`), or one that its recipient requested a moment ago (`asked`). */
export interface MailKind {
  bulk: boolean;
  asked: boolean;
}

const stops: Record<SuppressionReason, (kind: MailKind) => boolean> = {
  bounced: () => true,
  complained: ({ asked }) => !asked,
  unsubscribed: ({ bulk }) => bulk,
};

/** Returns why this kind of email must not be sent to the address, or null when it may. */
export const findSuppression = async (db: Db, email: string, kind: MailKind): Promise<SuppressionReason | null> => {
  const rows = await db.suppressedAddress.findMany({
    where: { email: normaliseEmail(email) },
    orderBy: { reason: "asc" },
  });
  const reasons = rows.map(({ reason }) => reason);
  return reasons.find((reason) => stops[reason](kind)) ?? null;
};

/** Suppresses these addresses from now on; existing suppressions don't change. */
export const suppress = async (db: Db, emails: readonly string[], reason: SuppressionReason): Promise<void> => {
  const data = emails.map((email) => ({ email: normaliseEmail(email), reason }));
  await db.suppressedAddress.createMany({ data, skipDuplicates: true });
};
