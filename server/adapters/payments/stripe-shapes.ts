import type { Stripe } from "stripe";
import type { Price } from "./port";

export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === "object" ? (reference?.id ?? null) : (reference ?? null);

/** Converts Stripe's Unix seconds to a Date. */
export const dateOf = (seconds: number): Date => new Date(seconds * 1_000);

export const dateOrNull = (seconds: number | null | undefined): Date | null =>
  typeof seconds === "number" ? dateOf(seconds) : null;

const intervalOf = (recurring: Stripe.Price.Recurring | null): Price["interval"] => {
  if (recurring?.interval_count !== 1) return null;
  const { interval } = recurring;
  if (interval === "month") return "month";
  return interval === "year" ? "year" : null;
};

export const toPrice = (price: Stripe.Price): Price => ({
  id: price.id,
  key: price.lookup_key,
  product: idOf(price.product) ?? "",
  amount: price.unit_amount,
  currency: price.currency,
  interval: intervalOf(price.recurring),
});
