import { z } from "zod";
import { invalidInput } from "@/server/core/problem";
import type { EventSubject, PaymentEvent } from "./port";

const text = z.string().min(1).max(255);

/** Any event that Stripe can post, now or in the future. */
const AnyEvent = z.looseObject({ id: text, type: text, data: z.looseObject({ object: z.looseObject({}) }) });

type Named = Record<string, unknown>;

const nameOf = (value: unknown): string | null =>
  typeof value === "string" && /^\w{1,255}$/.test(value) ? value : null;

const object =
  (kind: "checkout" | "invoice" | "charge" | "dispute") =>
  (named: Named): EventSubject | null => {
    const id = nameOf(named["id"]);
    return id === null ? null : { kind, id };
  };

const subscription =
  (kind: "subscription" | "trial") =>
  (named: Named): EventSubject | null => {
    const customer = nameOf(named["customer"]);
    return customer === null ? null : { kind, customer };
  };

/**
 * The event types that we process, with the kind of object each is about (https://docs.stripe.com/api/events/types).
 */
const subjects = new Map<string, (named: Named) => EventSubject | null>([
  ["checkout.session.completed", object("checkout")],
  ["checkout.session.async_payment_succeeded", object("checkout")],
  ["checkout.session.async_payment_failed", object("checkout")],
  ["checkout.session.expired", object("checkout")],
  ["customer.subscription.created", subscription("subscription")],
  ["customer.subscription.updated", subscription("subscription")],
  ["customer.subscription.deleted", subscription("subscription")],
  ["customer.subscription.trial_will_end", subscription("trial")],
  ["invoice.paid", object("invoice")],
  ["invoice.payment_failed", object("invoice")],
  ["invoice.payment_action_required", object("invoice")],
  ["charge.refunded", object("charge")],
  ["charge.dispute.created", object("dispute")],
]);

/** Returns what a Stripe event is about. Throws `invalid_input` for anything that isn't an event. */
export const readStripeEvent = (event: unknown): PaymentEvent => {
  const { data: read, error } = AnyEvent.safeParse(event);
  if (error) throw invalidInput(error.issues.map(({ path, message }) => ({ path: path.join("."), message })));
  const { id, type, data } = read;
  return { id, type, subject: subjects.get(type)?.(data.object) ?? null };
};
