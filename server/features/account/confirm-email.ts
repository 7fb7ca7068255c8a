import { z } from "zod";
import { claimAccountToken, findAccountToken, voidAccountTokens } from "@/server/auth/account-token";
import type { AnonymousCtx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { queueMail } from "@/server/features/messages";
import type { ConfirmEmail, ConfirmedEmail } from "./contract";

const Wanted = z.object({ email: z.string() });

/** Gives the account its new address and tells the old one. Links that went to the old one are void. */
export const confirmEmail = async (ctx: AnonymousCtx, { token }: ConfirmEmail): Promise<ConfirmedEmail> => {
  const { db } = ctx;
  const { id, user_id, purpose, data, user } = await findAccountToken(db, token, "change-email");
  const { email } = Wanted.parse(data);
  await claimAccountToken(db, { id, user_id, purpose });
  const other = await db.user.findUnique({ where: { email } });
  if (other && other.id !== user_id)
    throw new AppError("conflict", "This address belongs to another account. Sign in with it, or choose another one.");
  await voidAccountTokens(db, user_id);
  await db.emailVerification.updateMany({ where: { user_id, used_at: null }, data: { used_at: new Date() } });
  await db.user.update({ where: { id: user_id }, data: { email, email_verified_at: new Date() } });
  const letter = { name: user.name, new_email: email, when: new Date().toISOString() };
  if (email !== user.email) await queueMail(ctx, { to: user.email, template: "email-changed", data: letter });
  return { email };
};
