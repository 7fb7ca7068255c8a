import { issueAccountToken, mayIssueToken } from "@/server/auth/account-token";
import { env } from "@/server/core/env";
import { inTransaction } from "@/server/core/transaction";
import { queueMail } from "@/server/features/messages";
import { lockUser } from "@/server/features/users";

const minutes = 60;

/** Mails a link for a new password, if the address has an account that was not written to a moment ago. */
export const mailPasswordReset = (email: string): Promise<void> =>
  inTransaction(async (system) => {
    const { db } = system;
    const user = await lockUser(db, email);
    if (!user || !(await mayIssueToken(db, user.id, "reset-password"))) return;
    const token = await issueAccountToken(db, { user_id: user.id, purpose: "reset-password", minutes });
    const url = `${env.BASE_URL}/reset-password?token=${token}`;
    await queueMail(system, { to: user.email, template: "password-reset", data: { url } });
  });
