import type { AnonymousCtx, Db } from "@/server/core/context";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { hideDuration } from "../auth/hide-duration";
import { readSignUpCookie } from "../auth/sign-up-cookie";
import type { ResendVerification } from "./contract";
import { lockUser, maySendVerification, sendVerification } from "./internal";

/**
 * Returns the sign-up made in the caller's browser. If there is none, returns the first one that can still be confirmed
 * or, failing that, the last one.
 */
const chooseSignUp = async (db: Db, user_id: string, own: string | null) => {
  const signUps = await db.signUp.findMany({
    where: { user_id, password_hash: { not: null } },
    orderBy: { created_at: "asc" },
    include: { verifications: { where: { used_at: null, link_expires_at: { gt: new Date() } }, take: 1 } },
  });
  const living = signUps.find(({ verifications }) => verifications.length > 0);
  return signUps.find(({ id }) => id === own) ?? living ?? signUps.at(-1);
};

/**
 * Resends the verification email. The response and its duration don't reveal whether the account exists, whether its
 * email address is already verified, or whether an email has just been sent to it.
 */
export const resendVerification = (
  { call }: AnonymousCtx,
  { email }: ResendVerification,
): Promise<{ verification_sent: true }> =>
  hideDuration(() =>
    inUnscopedTransaction(async (system) => {
      const { db } = system;
      const user = await lockUser(db, email);
      const signUp = user && (await chooseSignUp(db, user.id, await readSignUpCookie(call)));
      if (signUp && (await maySendVerification(db, user.id, { waits: true })))
        await sendVerification(system, { user_id: user.id, email, sign_up_id: signUp.id, name: signUp.name });
      return { verification_sent: true };
    }),
  );
