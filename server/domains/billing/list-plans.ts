import { getPayments } from "@/server/adapters/payments";
import { env } from "@/server/core/env";
import { listOffers, type Offer } from "./catalogue";
import { type Plan, PlanId } from "./contract";
import { plans } from "./plans";

const costOf = (offers: readonly Offer[], plan: Plan["plan"], interval: Offer["interval"]) => {
  const price = offers.find((offer) => offer.plan === plan && offer.interval === interval)?.price;
  return price?.amount == null ? null : { amount: price.amount, currency: price.currency };
};

/** Lists all plans with their limits and the provider's prices. */
export const listPlans = async (): Promise<Plan[]> => {
  const offers = await listOffers(getPayments());
  return PlanId.options.map((plan) => ({
    plan,
    ...plans[plan],
    prices: { month: costOf(offers, plan, "month"), year: costOf(offers, plan, "year") },
    trial_days: plan === "free" ? 0 : env.BILLING_TRIAL_DAYS,
  }));
};
