import type { Db } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { hashLinkToken } from "@/server/core/one-time-secret";

const used = (email: string): AppError =>
  new AppError(
    "expired",
    "This invitation has already been used, has been replaced or has expired. Ask for a new one.",
    undefined,
    { link: { kind: "invitation", email } },
  );

/**
 * Returns the pending invitation with this token. Throws `invalid_code` if there is none, `expired` if it is no longer
 * valid.
 */
export const findInvitation = async (db: Db, token: string) => {
  const invitation = await db.invitation.findUnique({
    where: { token_hash: hashLinkToken(token) },
    include: { organisation: { select: { id: true, name: true } } },
  });
  if (!invitation)
    throw new AppError(
      "invalid_code",
      "This invitation link isn't valid. Copy the whole link from the email.",
      undefined,
      {
        link: { kind: "invitation" },
      },
    );
  if (invitation.status !== "pending" || invitation.expires_at <= new Date()) throw used(invitation.email);
  return { ...invitation, role: invitation.role };
};

/** Marks an invitation as accepted. Of two concurrent calls, only one succeeds; the other throws `expired`. */
export const claimInvitation = async (db: Db, { id, email }: { id: string; email: string }): Promise<void> => {
  const { count } = await db.invitation.updateMany({
    where: { id, status: "pending", expires_at: { gt: new Date() } },
    data: { status: "accepted" },
  });
  if (count === 0) throw used(email);
};
