import type { AnonymousCtx, Client } from "@/server/core/context";
import { env } from "@/server/core/env";
import { passwordResetRequested } from "@/server/core/events";
import { newId } from "@/server/core/ids";
import { recordSecurityEvent } from "@/server/core/security-log";
import { queueEmail } from "@/server/domains/messaging/delivery";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { issueAccountToken, isTokenSent, waitForToken } from "../auth/account-token";
import { lockUser } from "../users";
import type { ForgotPassword } from "./contract";

const minutes = 60;

interface Request {
  request_id: string;
  email: string;
  /** Milliseconds since 1970; now if omitted. */
  requested_at?: number | undefined;
  asked_by?: { call_id: string; ip: string; agent: string } | undefined;
}

/** Recreates the request's details from the event, because a job has no request. */
const callOf = ({ call_id, ip, agent }: NonNullable<Request["asked_by"]>): Client => ({
  id: call_id,
  ip,
  headers: new Headers({ "user-agent": agent }),
});

/**
 * Emails a password reset link, once per request, if the email address has an account. Returns 0 when the request is
 * done, or the seconds to wait if the account has been sent too many links recently. Requests that wait at the same
 * time are answered with one link, which is valid from the time that it is sent.
 */
export const sendPasswordReset = ({ email, request_id, requested_at, asked_by }: Request): Promise<number> =>
  inUnscopedTransaction(async (system) => {
    const { db } = system;
    const idempotencyKey = `password-reset/${request_id}`;
    if (await db.emailMessage.findUnique({ where: { idempotency_key: idempotencyKey }, select: { id: true } }))
      return 0;
    const user = await lockUser(db, email);
    if (!user) return 0;
    const wanted = { user_id: user.id, purpose: "reset-password" } as const;
    if (await isTokenSent(db, { ...wanted, requested_at: new Date(requested_at ?? Date.now()) })) return 0;
    const seconds = await waitForToken(db, user.id, "reset-password");
    if (seconds > 0) return seconds;
    const token = await issueAccountToken(db, { ...wanted, minutes });
    const url = `${env.BASE_URL}/reset-password?token=${token}`;
    await queueEmail(system, { to: user.email, template: "password-reset", data: { url }, idempotencyKey });
    if (!asked_by) return 0;
    const requested = { event: "password_reset_request", user_id: user.id } as const;
    await recordSecurityEvent({ db, call: callOf(asked_by) }, requested);
    return 0;
  });

/**
 * Requests a password reset. A job looks up the account, so that the response and its duration are the same for all
 * email addresses.
 */
export const forgotPassword = async (ctx: AnonymousCtx, { email }: ForgotPassword): Promise<Record<string, never>> => {
  const { id: call_id, ip, headers } = ctx.call;
  const asked_by = { call_id, ip, agent: headers.get("user-agent") ?? "" };
  ctx.emit(passwordResetRequested.create({ request_id: newId(), email, requested_at: Date.now(), asked_by }));
  return {};
};
