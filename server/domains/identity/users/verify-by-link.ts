import type { AnonymousCtx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { hashLinkToken } from "@/server/core/one-time-secret";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { confirmSignUp, passwordNeeded, readConfirmation } from "./confirm-sign-up";
import type { VerifyByLink } from "./contract";
import { lockUserById } from "./internal";

const kind = "verify-email";

const expired = (user_id: string): AppError =>
  new AppError(
    "expired",
    "This link has already been used or has expired. Sign in, or request a new email.",
    undefined,
    {
      link: { kind, user_id },
    },
  );

export const verifyByLink = async (
  { db, call }: AnonymousCtx,
  { token, ...chosen }: VerifyByLink,
): Promise<{ email_verified: true }> => {
  const proof = await db.emailVerification.findUnique({
    where: { token_hash: hashLinkToken(token) },
    include: { sign_up: { select: { user: { select: { email: true } } } } },
  });
  if (!proof)
    throw new AppError("invalid_code", "This link isn't valid. Open the one in the latest email.", undefined, {
      link: { kind },
    });
  if (proof.used_at || proof.link_expires_at <= new Date()) throw expired(proof.user_id);
  const confirmation = await readConfirmation({ call, method: "link" }, proof.sign_up.user.email, chosen);
  const outcome = await inUnscopedTransaction(async (system) => {
    await lockUserById(system.db, proof.user_id);
    return confirmSignUp(system, proof, confirmation);
  });
  if (outcome === "expired") throw expired(proof.user_id);
  if (outcome === "password_needed") throw passwordNeeded();
  return { email_verified: true };
};
