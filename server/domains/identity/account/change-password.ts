import type { Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { recordSecurityEvent } from "@/server/core/security-log";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { voidAccountTokens } from "../auth/account-token";
import { confirmPerson } from "../auth/confirm-person";
import { hashPassword, refuseCommonPassword } from "../auth/password";
import { listPersonalWords } from "../auth/personal-words";
import { revokeSessions } from "../auth/revoke-sessions";
import { isSessionAlive } from "../auth/sessions";
import { notifyChange } from "../recovery";
import { lockUserById } from "../users";
import type { ChangePassword, EndedSessions } from "./contract";

/** Sets a new password and revokes all other sessions and emailed links, except links for securing the account. */
export const changePassword = async (
  ctx: Ctx,
  { current_password, password }: ChangePassword,
): Promise<EndedSessions> => {
  await confirmPerson(ctx, current_password, "current_password", "password_change");
  refuseCommonPassword(password, await listPersonalWords(ctx.db, ctx.user_id));
  const password_hash = await hashPassword(password);
  const { user_id, session_id, call } = ctx;
  return inUnscopedTransaction(async (system) => {
    await lockUserById(system.db, user_id);
    if (!(await isSessionAlive(system.db, session_id)))
      throw new AppError("token_expired", "You've been signed out. Sign in again.");
    const user = await system.db.user.update({ where: { id: user_id }, data: { password_hash } });
    await voidAccountTokens(system.db, user_id);
    const ended_sessions = await revokeSessions({ db: system.db, call }, user_id, session_id);
    await notifyChange(system, user, { kind: "password_changed" });
    await recordSecurityEvent({ db: system.db, call }, { event: "password_change", user_id, session_id });
    return { ended_sessions };
  });
};
