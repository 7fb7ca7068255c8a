import { hideDuration } from "@/server/auth/hide-duration";
import type { AnonymousCtx } from "@/server/core/context";
import { inTransaction } from "@/server/core/transaction";
import type { ResendVerification } from "./contract";
import { lockUser, mayMailVerification, sendVerification } from "./internal";

/**
 * Answers the same, after the same time, whether or not there is such an account, it is verified already, or was mailed
 * a moment ago.
 */
export const resendVerification = (
  _ctx: AnonymousCtx,
  { email }: ResendVerification,
): Promise<{ verification_sent: true }> =>
  hideDuration(() =>
    inTransaction(async (system) => {
      const user = await lockUser(system.db, email);
      if (user && !user.email_verified_at && (await mayMailVerification(system.db, user.id, { waits: true })))
        await sendVerification(system, user);
      return { verification_sent: true };
    }),
  );
