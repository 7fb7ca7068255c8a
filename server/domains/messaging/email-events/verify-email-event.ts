import { verifyResendEvent } from "@/server/adapters/email";
import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";

/**
 * Accepts events that Resend signed with `secret` within five minutes of the current time. Throws `not_configured` or
 * `invalid_signature`.
 */
export const verifyEmailEventBy =
  (secret: string | undefined) =>
  (headers: Headers, body: Buffer): void => {
    if (!secret) throw new AppError("not_configured", "Resend events aren't configured. Set RESEND_WEBHOOK_SECRET.");
    if (!verifyResendEvent(secret, headers, body))
      throw new AppError("invalid_signature", "The signature of this event isn't valid.");
  };

export const verifyEmailEvent = verifyEmailEventBy(env.RESEND_WEBHOOK_SECRET);
