import type { EmailVerification } from "@/generated/prisma/client";
import type { AnonymousCtx, Db, SystemCtx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { hashCode, sameHash } from "@/server/core/one-time-secret";
import { recordSecurityEvent } from "@/server/core/security-log";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { hideDuration } from "../auth/hide-duration";
import { countGuessAt } from "../auth/slow-guessing";
import { type Confirmation, confirmSignUp, passwordNeeded, readConfirmation } from "./confirm-sign-up";
import type { VerifyByOtp } from "./contract";
import { lockUser, maxEmailsPerDay } from "./internal";

const maxAttempts = 5;

type Outcome = Awaited<ReturnType<typeof confirmSignUp>> | "wrong";

/** Returns the latest verification of each sign-up. Its code replaces earlier ones. */
const findLatest = async (db: Db, user_id: string): Promise<EmailVerification[]> => {
  const sent = await db.emailVerification.findMany({
    where: { user_id },
    orderBy: { created_at: "desc" },
    take: maxEmailsPerDay,
  });
  return sent.filter(({ sign_up_id }, at) => sent.findIndex((each) => each.sign_up_id === sign_up_id) === at);
};

const tryCode = async (
  system: SystemCtx,
  { email, otp }: VerifyByOtp,
  confirmation: Confirmation,
): Promise<Outcome> => {
  const { db } = system;
  const user = await lockUser(db, email);
  if (!user) return "wrong";
  const latest = await findLatest(db, user.id);
  // Before checking the guess, counts it against every code that it could match. The lock on the user makes concurrent
  // guesses take turns.
  const ids = { id: { in: latest.map(({ id }) => id) } };
  await db.emailVerification.updateMany({ where: ids, data: { attempts: { increment: 1 } } });
  const proof = latest.find(({ id, otp_hash }) => sameHash(otp_hash, hashCode(otp, id)));
  if (!proof) return "wrong";
  if (proof.attempts >= maxAttempts || proof.used_at || proof.otp_expires_at <= new Date()) return "expired";
  const outcome = await confirmSignUp(system, proof, confirmation);
  // This attempt doesn't count, because the code was correct but must be sent again with a password.
  if (outcome === "password_needed")
    await db.emailVerification.updateMany({ where: ids, data: { attempts: { decrement: 1 } } });
  return outcome;
};

const tryOnce = async (ctx: AnonymousCtx, { name, password, ...input }: VerifyByOtp): Promise<Outcome> => {
  const { db, call } = ctx;
  const { email } = input;
  const confirmation = await readConfirmation({ call, method: "code" }, email, { name, password });
  const user = await db.user.findFirst({ where: { email }, select: { id: true } });
  const user_id = user?.id ?? null;
  const guess = await countGuessAt(call, { kind: "code", email, user_id }, "email_verify");
  const outcome = await inUnscopedTransaction((system) => tryCode(system, input, confirmation));
  if (outcome === "wrong") {
    await guess.wasWrong();
    await recordSecurityEvent(ctx, { event: "email_verify", outcome: "failed", user_id, email, method: "code" });
  } else if (outcome !== "expired") await guess.wasRight();
  return outcome;
};

/**
 * Verifies an email address with an emailed code. A wrong code causes the same error for every address, known or not.
 * Only a correct code reveals that it has expired or that a password is needed.
 */
export const verifyByOtp = async (ctx: AnonymousCtx, input: VerifyByOtp): Promise<{ email_verified: true }> => {
  // Throws after the commit: throwing inside the transaction would roll back the counted attempt.
  const outcome = await hideDuration(() => tryOnce(ctx, input));
  if (outcome === "wrong")
    throw new AppError(
      "invalid_code",
      "The code is wrong, or there were too many wrong attempts. Check the latest email, or request a new code.",
    );
  if (outcome === "expired")
    throw new AppError("expired", "The code has already been used or has expired. Request a new email.");
  if (outcome === "password_needed") throw passwordNeeded();
  return { email_verified: true };
};
