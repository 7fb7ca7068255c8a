import { claimAccountToken, findAccountToken, voidAccountTokens } from "@/server/auth/account-token";
import { hashPassword, refuseCommonPassword } from "@/server/auth/password";
import { endSessions } from "@/server/auth/sessions";
import type { AnonymousCtx } from "@/server/core/context";
import { inTransaction } from "@/server/core/transaction";
import { queueMail } from "@/server/features/messages";
import type { PasswordReset, ResetPassword } from "./contract";

/**
 * Sets a new password by the link of a mail, which proves the address as well. Whoever was signed in is no more, and
 * other links that were mailed for the account are void: they may be in the same wrong hands as the old password.
 */
export const resetPassword = async (
  { db }: AnonymousCtx,
  { token, password }: ResetPassword,
): Promise<PasswordReset> => {
  refuseCommonPassword(password);
  const { id, user_id, purpose, user } = await findAccountToken(db, token, "reset-password");
  const password_hash = await hashPassword(password);
  const now = new Date();
  await inTransaction(async (system) => {
    await claimAccountToken(system.db, { id, user_id, purpose });
    await voidAccountTokens(system.db, user_id);
    const email_verified_at = user.email_verified_at ?? now;
    await system.db.user.update({ where: { id: user_id }, data: { password_hash, email_verified_at } });
    await endSessions(system.db, user_id);
    const data = { name: user.name, when: now.toISOString() };
    await queueMail(system, { to: user.email, template: "password-changed", data });
  });
  return { email: user.email };
};
