import type { Ctx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { recordSecurityEvent } from "@/server/core/security-log";
import { queueEmail } from "@/server/domains/messaging/delivery";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { issueAccountToken } from "../auth/account-token";
import { confirmPerson } from "../auth/confirm-person";
import type { ChangeEmail, EmailChange } from "./contract";

const minutes = 24 * 60;

/**
 * Emails a confirmation link to the new email address, and changes the account's email address when the link is opened.
 * The email is sent even if the address already belongs to an account, so that the response doesn't reveal which
 * addresses belong to accounts.
 */
export const changeEmail = async (ctx: Ctx, { email, password }: ChangeEmail): Promise<EmailChange> => {
  const { user_id, session_id, call } = ctx;
  await confirmPerson(ctx, password, "password", "email_change_request");
  await inUnscopedTransaction(async (system) => {
    const data = { email };
    const token = await issueAccountToken(system.db, { user_id, purpose: "change-email", minutes, data });
    const url = `${env.BASE_URL}/confirm-email?token=${token}`;
    await queueEmail(system, { to: email, template: "email-change-confirm", data: { url, new_email: email } });
    await recordSecurityEvent({ db: system.db, call }, { event: "email_change_request", user_id, session_id });
  });
  return { email, confirmation_sent: true };
};
