import { hideDuration } from "@/server/auth/hide-duration";
import { hashCode, sameHash } from "@/server/auth/one-time-secret";
import type { AnonymousCtx, SystemCtx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { inTransaction } from "@/server/core/transaction";
import type { VerifyByOtp } from "./contract";
import { markVerified } from "./mark-verified";

const maxTries = 5;

type Outcome = "verified" | "wrong" | "expired";

const tryCode = async (system: SystemCtx, { email, otp }: VerifyByOtp): Promise<Outcome> => {
  const { db } = system;
  const latest = await db.emailVerification.findFirst({ where: { user: { email } }, orderBy: { created_at: "desc" } });
  if (!latest) return "wrong";
  // Counted before the code is looked at: the update locks the row, so guesses at the same time count one by one.
  const attempt = await db.emailVerification.update({
    where: { id: latest.id },
    data: { tries: { increment: 1 } },
  });
  if (!sameHash(attempt.otp_hash, hashCode(otp, attempt.id))) return "wrong";
  if (attempt.tries > maxTries || attempt.otp_expires_at <= new Date()) return "expired";
  return (await markVerified(system, attempt)) ? "verified" : "expired";
};

/**
 * Proves an address by the code of the last mail. A wrong code fails alike for every address, known or not; only who
 * has the right one learns that it is too old.
 */
export const verifyByOtp = async (_ctx: AnonymousCtx, input: VerifyByOtp): Promise<{ email_verified: true }> => {
  // Decided after the commit: a throw inside would roll the counted try back.
  const outcome = await hideDuration(() => inTransaction((system) => tryCode(system, input)));
  if (outcome === "wrong") throw new AppError("invalid_code", "The code is wrong. Please check the latest mail.");
  if (outcome === "expired")
    throw new AppError("expired", "The code was used or has expired. Please ask for a new mail.");
  return { email_verified: true };
};
