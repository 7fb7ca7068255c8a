import { voidAccountTokens } from "@/server/auth/account-token";
import { confirmPerson } from "@/server/auth/confirm-person";
import { hashPassword, refuseCommonPassword } from "@/server/auth/password";
import { endSessions } from "@/server/auth/sessions";
import type { Ctx } from "@/server/core/context";
import { inTransaction } from "@/server/core/transaction";
import { queueMail } from "@/server/features/messages";
import type { ChangePassword, EndedSessions } from "./contract";

/** Sets a new password and signs everybody else out; links mailed for the old one are void. */
export const changePassword = async (
  ctx: Ctx,
  { current_password, password }: ChangePassword,
): Promise<EndedSessions> => {
  await confirmPerson(ctx, current_password, "current_password");
  refuseCommonPassword(password);
  const password_hash = await hashPassword(password);
  const { user_id, session_id } = ctx;
  return inTransaction(async (system) => {
    const user = await system.db.user.update({ where: { id: user_id }, data: { password_hash } });
    await voidAccountTokens(system.db, user_id);
    const ended_sessions = await endSessions(system.db, user_id, session_id);
    const data = { name: user.name, when: new Date().toISOString() };
    await queueMail(system, { to: user.email, template: "password-changed", data });
    return { ended_sessions };
  });
};
