import type { AnonymousCtx } from "@/server/core/context";
import type { PendingInvite, ShowInvite } from "./contract";
import { findInvitation } from "./find-invitation";

/**
 * Returns an invitation and whether its email address has an account. Revealing this is safe, because the emailed token
 * proves that the address belongs to the caller.
 */
export const showInvite = async ({ db }: AnonymousCtx, { token }: ShowInvite): Promise<PendingInvite> => {
  const { email, role, organisation, invited_by, expires_at } = await findInvitation(db, token);
  const inviter = await db.user.findUnique({ where: { id: invited_by }, select: { name: true } });
  const known = await db.user.findUnique({ where: { email }, select: { email_verified_at: true } });
  return {
    email,
    role,
    organisation: organisation.name,
    inviter: inviter?.name ?? null,
    has_account: Boolean(known?.email_verified_at),
    expires_at,
  };
};
