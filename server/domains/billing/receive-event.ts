import { getPayments, readStripeEvent, verifyStripeEvent } from "@/server/adapters/payments";
import type { AnonymousCtx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import type { EventTaken, PostedEvent } from "./contract";
import { readFact } from "./read-fact";
import { syncSubscription } from "./sync-subscription";

/**
 * Accepts requests that Stripe signed within five minutes of the current time. Throws `not_configured` or
 * `invalid_signature`.
 */
export const verifyEvent = async (headers: Headers, body: Buffer): Promise<void> => {
  const { STRIPE_WEBHOOK_SECRET: secret } = env;
  if (!secret)
    throw new AppError(
      "not_configured",
      "Stripe events aren't configured. Set STRIPE_WEBHOOK_SECRET; see docs/billing.md.",
    );
  if (!(await verifyStripeEvent(secret, headers, body)))
    throw new AppError("invalid_signature", "The signature of this event isn't valid.");
};

/**
 * Processes an event once. The event only identifies what changed; the state to store is always read from Stripe.
 * Events may therefore arrive in any order, and the next event makes up for a lost one.
 */
export const receiveEvent = async ({ db }: AnonymousCtx, posted: PostedEvent): Promise<EventTaken> => {
  const payments = getPayments();
  const event = readStripeEvent(posted);
  if (!event.subject) return { applied: false };
  if (await db.billingEvent.findUnique({ where: { id: event.id } })) return { applied: false };
  const reading = await readFact(payments, event.subject);
  if (!reading) return { applied: false };
  return { applied: await syncSubscription(payments, { event, ...reading }) };
};
