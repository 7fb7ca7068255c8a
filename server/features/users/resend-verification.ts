import type { AnonymousCtx } from "@/server/core/context";
import type { ResendVerification } from "./contract";
import { lockUser, mayMailVerification, sendVerification } from "./internal";

/** Answers the same whether or not there is such an account, it is verified already, or was mailed a moment ago. */
export const resendVerification = async (
  ctx: AnonymousCtx,
  { email }: ResendVerification,
): Promise<{ verification_sent: true }> => {
  const user = await lockUser(ctx.db, email);
  if (user && !user.email_verified_at && (await mayMailVerification(ctx.db, user.id)))
    await sendVerification(ctx, user);
  return { verification_sent: true };
};
