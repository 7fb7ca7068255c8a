import { z } from "zod";
import type { AnonymousCtx } from "@/server/core/context";
import { recordSecurityEvent } from "@/server/core/security-log";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { claimAccountToken, findAccountToken, voidAccountTokens } from "../auth/account-token";
import { rememberDevice } from "../auth/known-device";
import { hashPassword, refuseCommonPassword } from "../auth/password";
import { listPersonalWords } from "../auth/personal-words";
import { revokeSessions } from "../auth/revoke-sessions";
import { listAdded, notifyChange, removeAdded } from "../recovery";
import { endSignUps, lockUserById } from "../users";
import type { LinkToken, PasswordReset, PendingReset, ResetPassword } from "./contract";

/** Ids of the additions that the user chose to keep, if the reset follows securing the account. */
const Kept = z.object({ keep: z.array(z.string()).default([]) });

export const showReset = async ({ db }: AnonymousCtx, { token }: LinkToken): Promise<PendingReset> => {
  const { user, data } = await findAccountToken(db, token, "reset-password");
  const { keep } = Kept.parse(data);
  return { added: (await listAdded(db, user)).filter(({ id }) => !keep.includes(id)) };
};

/**
 * Sets a new password for a user who opened an emailed link. Opening the link also verifies the email address. Revokes
 * all sessions and the user's other emailed links, because someone who knew the old password may have obtained them.
 * Links for securing the account stay valid. Removes recently added items, except those that the user chose to keep.
 */
export const resetPassword = async (
  { db, call, reply }: AnonymousCtx,
  { token, password, keep }: ResetPassword,
): Promise<PasswordReset> => {
  const { id, user_id, purpose, user, data } = await findAccountToken(db, token, "reset-password");
  refuseCommonPassword(password, await listPersonalWords(db, user_id));
  const password_hash = await hashPassword(password);
  await inUnscopedTransaction(async (system) => {
    await lockUserById(system.db, user_id);
    await claimAccountToken(system.db, { id, user_id, purpose });
    await voidAccountTokens(system.db, user_id);
    const email_verified_at = user.email_verified_at ?? new Date();
    await system.db.user.update({ where: { id: user_id }, data: { password_hash, email_verified_at } });
    await endSignUps(system.db, user_id);
    await removeAdded(system, { user, call }, [...keep, ...Kept.parse(data).keep]);
    await revokeSessions({ db: system.db, call }, user_id);
    await notifyChange(system, user, { kind: "password_changed" });
    await recordSecurityEvent({ db: system.db, call }, { event: "password_reset", user_id });
  });
  rememberDevice(reply.headers, call, user_id);
  return { email: user.email };
};
