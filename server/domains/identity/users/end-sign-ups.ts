import type { Db } from "@/server/core/context";

/**
 * Cancels all sign-ups of a user whose email address is verified. The passwords, codes and links of these sign-ups stop
 * working.
 */
export const endSignUps = async (db: Db, user_id: string): Promise<void> => {
  await db.signUp.updateMany({ where: { user_id }, data: { password_hash: null } });
  await db.emailVerification.updateMany({ where: { user_id, used_at: null }, data: { used_at: new Date() } });
};

/**
 * Frees an email address for a user who has proved that it is theirs. If another account was created with the address
 * but never verified it, deletes that account. Returns false if the address belongs to a verified account.
 */
export const freeAddress = async (db: Db, user_id: string, email: string): Promise<boolean> => {
  const other = await db.user.findUnique({ where: { email }, include: { memberships: true } });
  if (!other || other.id === user_id) return true;
  if (other.email_verified_at) return false;
  const org_ids = other.memberships.map(({ org_id }) => org_id);
  await db.user.delete({ where: { id: other.id } });
  await db.organisation.deleteMany({ where: { id: { in: org_ids }, memberships: { none: {} } } });
  return true;
};
