import type { Payments, Price } from "@/server/adapters/payments/port";
import { AppError } from "@/server/core/errors";
import { Interval, type PaidPlan, paidPlans } from "./contract";

export interface Offer {
  plan: PaidPlan;
  interval: Interval;
  price: Price;
}

const keyOf = (plan: PaidPlan, interval: Interval): string => `curbcut_${plan}_${interval}`;
const items = paidPlans.flatMap((plan) =>
  Interval.options.map((interval) => ({ plan, interval, key: keyOf(plan, interval) })),
);

const keptMs = 5 * 60_000;
const kept = new WeakMap<Payments, { until: number; offers: Promise<Offer[]> }>();

const readOffers = async (payments: Payments): Promise<Offer[]> => {
  const prices = await payments.listPrices(items.map(({ key }) => key));
  return items.flatMap(({ plan, interval, key }) => {
    const price = prices.find((each) => each.key === key);
    return price?.interval === interval ? [{ plan, interval, price }] : [];
  });
};

/** Returns the plans on sale with their prices, from a cache that is at most five minutes old. */
export const listOffers = (payments: Payments): Promise<Offer[]> => {
  const known = kept.get(payments);
  if (known && known.until > Date.now()) return known.offers;
  const offers = readOffers(payments);
  kept.set(payments, { until: Date.now() + keptMs, offers });
  offers.catch(() => kept.delete(payments));
  return offers;
};

/** Returns the offer for a plan. If the plan isn't on sale, throws `not_configured` with the price's lookup key. */
export const findOffer = async (payments: Payments, plan: PaidPlan, interval: Interval): Promise<Offer> => {
  const found = (await listOffers(payments)).find((offer) => offer.plan === plan && offer.interval === interval);
  if (found) return found;
  const message = `This plan has no price. In Stripe, set the lookup key of a price to ${keyOf(plan, interval)}; see docs/billing.md.`;
  throw new AppError("not_configured", message);
};

/**
 * Returns the plan and interval that a price belongs to. Finds them by the price's lookup key or, if a newer price has
 * taken over the key, by the product.
 */
export const boughtBy = (price: Price, offers: readonly Offer[]): { plan: PaidPlan; interval: Interval } | null => {
  const named = items.find(({ key }) => key === price.key);
  if (named) return { plan: named.plan, interval: named.interval };
  const sibling = offers.find((offer) => offer.price.product === price.product);
  return sibling && price.interval ? { plan: sibling.plan, interval: price.interval } : null;
};
