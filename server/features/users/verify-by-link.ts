import { hashLinkToken } from "@/server/auth/one-time-secret";
import type { AnonymousCtx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import type { VerifyByLink } from "./contract";
import { markVerified } from "./mark-verified";

export const verifyByLink = async (ctx: AnonymousCtx, { token }: VerifyByLink): Promise<{ email_verified: true }> => {
  const proof = await ctx.db.emailVerification.findUnique({ where: { token_hash: hashLinkToken(token) } });
  if (!proof) throw new AppError("invalid_code", "This link is not valid. Please open the one of the latest mail.");
  if (proof.link_expires_at <= new Date() || !(await markVerified(ctx, proof)))
    throw new AppError("expired", "This link was used or has expired. Please sign in, or ask for a new mail.");
  return { email_verified: true };
};
