import { getPayments, readStripeEvent, verifyStripeEvent } from "@/server/adapters/payments";
import type { AnonymousCtx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import { bringUpToDate } from "./bring-up-to-date";
import type { EventTaken, PostedEvent } from "./contract";
import { readFact } from "./read-fact";

/** Lets through what Stripe signed less than five minutes ago, or ahead. Throws `not_configured` or `invalid_signature`. */
export const verifyEvent = (headers: Headers, body: Buffer): void => {
  const { STRIPE_WEBHOOK_SECRET: secret } = env;
  if (!secret)
    throw new AppError("not_configured", "Set STRIPE_WEBHOOK_SECRET to take what Stripe reports, see docs/billing.md.");
  if (!verifyStripeEvent(secret, headers, body))
    throw new AppError("invalid_signature", "The signature of this event does not match.");
};

/**
 * Takes one event, once. It only says where to look: what is stored is how Stripe has it now, so events may come in
 * any order, and one that was lost is made up for by the next.
 */
export const takeEvent = async ({ db }: AnonymousCtx, posted: PostedEvent): Promise<EventTaken> => {
  const payments = getPayments();
  const event = readStripeEvent(posted);
  if (!event.subject) return { applied: false };
  if (await db.billingEvent.findUnique({ where: { id: event.id } })) return { applied: false };
  const reading = await readFact(payments, event.subject);
  if (!reading) return { applied: false };
  return { applied: await bringUpToDate(payments, { event, ...reading }) };
};
