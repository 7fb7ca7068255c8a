import type { z } from "zod";
import type { AnonymousCtx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import { toPage } from "@/server/core/schema";
import {
  type LiftedSuppression,
  type LiftSuppression,
  type ListSuppressions,
  type Suppression,
  SuppressionReason,
} from "./contract";
import { normaliseEmail } from "./suppressed-addresses";

const separator = " ";

const after = (cursor: string) => {
  const [email = "", text] = cursor.split(separator);
  const { data: reason } = SuppressionReason.safeParse(text);
  const reasons = SuppressionReason.options;
  const later = reason ? reasons.slice(reasons.indexOf(reason) + 1) : reasons;
  return { OR: [{ email: { gt: email } }, { email, reason: { in: later } }] };
};

interface Page {
  items: z.input<typeof Suppression>[];
  next_cursor: string | null;
}

export const listSuppressions = async (
  { db }: AnonymousCtx,
  { email, limit, cursor }: ListSuppressions,
): Promise<Page> => {
  const rows = await db.suppressedAddress.findMany({
    where: { ...(email ? { email: normaliseEmail(email) } : {}), ...(cursor ? after(cursor) : {}) },
    orderBy: [{ email: "asc" }, { reason: "asc" }],
    take: limit + 1,
  });
  const items = rows.map(({ created_at, ...row }) => ({
    id: `${row.email}${separator}${row.reason}`,
    email: row.email,
    reason: row.reason,
    createdAt: created_at,
  }));
  return toPage(items, limit);
};

/**
 * Removes the suppression of an email address for `reason`; without a reason, removes those for bounces and complaints.
 */
export const liftSuppression = async (
  { db }: AnonymousCtx,
  { email, reason }: LiftSuppression,
): Promise<LiftedSuppression> => {
  const reasons: SuppressionReason[] = reason ? [reason] : ["bounced", "complained"];
  const where = { email: normaliseEmail(email), reason: { in: reasons } };
  const rows = await db.suppressedAddress.findMany({ where, orderBy: { reason: "asc" } });
  if (rows.length === 0) throw notFound("suppression of", email);
  await db.suppressedAddress.deleteMany({ where });
  return { email: where.email, lifted: rows.map((row) => row.reason) };
};
