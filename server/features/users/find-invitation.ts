import { hashLinkToken } from "@/server/auth/one-time-secret";
import type { Role } from "@/server/auth/permissions";
import type { Db } from "@/server/core/context";
import { AppError } from "@/server/core/errors";

const used = (): AppError =>
  new AppError("expired", "This invitation was used, replaced or has expired. Please ask for a new one.");

/** The pending invitation behind a token. Throws `invalid_code` for an unknown token and `expired` for a dead one. */
export const findInvitation = async (db: Db, token: string) => {
  const invitation = await db.invitation.findUnique({
    where: { token_hash: hashLinkToken(token) },
    include: { organisation: { select: { id: true, name: true } } },
  });
  if (!invitation) throw new AppError("invalid_code", "This invitation link is not valid.");
  if (invitation.status !== "pending" || invitation.expires_at <= new Date()) throw used();
  return { ...invitation, role: invitation.role as Role };
};

/** Makes an invitation used; of two at the same time only one succeeds, the other throws `expired`. */
export const claimInvitation = async (db: Db, id: string): Promise<void> => {
  const { count } = await db.invitation.updateMany({
    where: { id, status: "pending", expires_at: { gt: new Date() } },
    data: { status: "accepted" },
  });
  if (count === 0) throw used();
};
