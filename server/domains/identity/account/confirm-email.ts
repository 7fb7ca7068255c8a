import { z } from "zod";
import type { User } from "@/generated/prisma/client";
import type { AnonymousCtx, Call, Db, SystemCtx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { invalidInput } from "@/server/core/problem";
import { recordSecurityEvent } from "@/server/core/security-log";
import { queueEmail, supportContact } from "@/server/domains/messaging/delivery";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { claimAccountToken, findAccountToken, voidAccountTokens } from "../auth/account-token";
import { authenticate } from "../auth/authenticate";
import { checkPassword } from "../auth/password";
import { countGuessAt } from "../auth/slow-guessing";
import { notifyChange } from "../recovery";
import { endSignUps, freeAddress } from "../users";
import type { ConfirmEmail, ConfirmedEmail } from "./contract";

const Wanted = z.object({ email: z.string() });

/**
 * Asks for proof that the caller owns the account, because the link only proves access to the mailbox. Without this
 * check, a stranger who received the link by mistake could confirm the email address and share the account with the
 * person who mistyped it.
 */
const assertOwner = async (db: Db, call: Call, user: User, password: string | undefined): Promise<void> => {
  const { id: user_id, email } = user;
  const caller = await authenticate(call.headers).catch(() => null);
  if (caller?.user_id === user_id) return;
  if (user.password_hash === null)
    throw new AppError("not_authenticated", "Sign in to your account, then open the link again.");
  if (password === undefined) throw invalidInput([{ path: "password", message: "Enter the account's password." }]);
  const event = "email_change_request";
  const guess = await countGuessAt(call, { kind: "password", email, user_id }, event);
  if (await checkPassword(password, user.password_hash)) return guess.wasRight();
  await guess.wasWrong();
  await recordSecurityEvent({ db, call }, { event, outcome: "failed", user_id, method: "password" });
  throw new AppError("invalid_credentials", "The password is wrong.");
};

const changeAddress = async (system: SystemCtx, user: User, email: string): Promise<void> => {
  const { db } = system;
  if (!(await freeAddress(db, user.id, email)))
    throw new AppError(
      "conflict",
      "This email address belongs to another account. Sign in to that account, or choose a different address.",
    );
  await voidAccountTokens(db, user.id);
  await endSignUps(db, user.id);
  await db.user.update({ where: { id: user.id }, data: { email, email_verified_at: new Date() } });
  if (email === user.email) return;
  await notifyChange(system, user, { kind: "email_changed", email });
  const data = { name: user.name, old_email: user.email, when: new Date().toISOString(), ...supportContact() };
  await queueEmail(system, { to: email, template: "email-change-done", data });
};

/**
 * Changes the account's email address and notifies both addresses. Revokes the links sent to the old address, except
 * links that undo a change.
 */
export const confirmEmail = async (
  { db, call }: AnonymousCtx,
  { token, password }: ConfirmEmail,
): Promise<ConfirmedEmail> => {
  const { id, user_id, purpose, data, user } = await findAccountToken(db, token, "change-email");
  await assertOwner(db, call, user, password);
  const { email } = Wanted.parse(data);
  await inUnscopedTransaction(async (system) => {
    await claimAccountToken(system.db, { id, user_id, purpose });
    await changeAddress(system, user, email);
    await recordSecurityEvent({ db: system.db, call }, { event: "email_change", user_id });
  });
  return { email };
};
