import { issueAccountToken } from "@/server/auth/account-token";
import { confirmPerson } from "@/server/auth/confirm-person";
import type { Ctx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { inTransaction } from "@/server/core/transaction";
import { queueMail } from "@/server/features/messages";
import type { ChangeEmail, EmailChange } from "./contract";

const minutes = 24 * 60;

/**
 * Mails the new address, which the account takes once the link there is opened. An address that has an account is
 * written to alike, so that this tells nobody which addresses do.
 */
export const changeEmail = async (ctx: Ctx, { email, password }: ChangeEmail): Promise<EmailChange> => {
  await confirmPerson(ctx, password, "password");
  await inTransaction(async (system) => {
    const data = { email };
    const token = await issueAccountToken(system.db, { user_id: ctx.user_id, purpose: "change-email", minutes, data });
    const url = `${env.BASE_URL}/confirm-email?token=${token}`;
    await queueMail(system, { to: email, template: "email-change-confirm", data: { url, new_email: email } });
  });
  return { email, confirmation_sent: true };
};
