import type { Db } from "@/server/core/context";
import type { SuppressionReason } from "./contract";

/** Converts an email address to lower case for comparison. Hardly any email server distinguishes `Ada@` from `ada@`. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

/**
 * The kind of email: whether it is a digest (`bulk`), and whether its recipient has just requested it (`requested`).
 */
export interface EmailKind {
  bulk: boolean;
  requested: boolean;
}

const stops: Record<SuppressionReason, (kind: EmailKind) => boolean> = {
  bounced: () => true,
  complained: ({ requested }) => !requested,
  unsubscribed: ({ bulk }) => bulk,
};

/** Returns why this kind of email must not be sent to the email address, or null if it can be sent. */
export const findSuppression = async (db: Db, email: string, kind: EmailKind): Promise<SuppressionReason | null> => {
  const rows = await db.suppressedAddress.findMany({
    where: { email: normaliseEmail(email) },
    orderBy: { reason: "asc" },
  });
  const reasons = rows.map(({ reason }) => reason);
  return reasons.find((reason) => stops[reason](kind)) ?? null;
};

/** Suppresses these email addresses from now on, without changing existing suppressions. */
export const suppress = async (db: Db, emails: readonly string[], reason: SuppressionReason): Promise<void> => {
  const data = emails.map((email) => ({ email: normaliseEmail(email), reason }));
  await db.suppressedAddress.createMany({ data, skipDuplicates: true });
};
