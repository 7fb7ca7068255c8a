import { verifyResendEvent } from "@/server/adapters/mail";
import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";

/** Lets through what Resend signed with `secret` less than five minutes ago. Throws `not_configured` or `invalid_signature`. */
export const verifyMailEventBy =
  (secret: string | undefined) =>
  (headers: Headers, body: Buffer): void => {
    if (!secret) throw new AppError("not_configured", "Set RESEND_WEBHOOK_SECRET to take what Resend reports.");
    if (!verifyResendEvent(secret, headers, body))
      throw new AppError("invalid_signature", "The signature of this event does not match.");
  };

export const verifyMailEvent = verifyMailEventBy(env.RESEND_WEBHOOK_SECRET);
