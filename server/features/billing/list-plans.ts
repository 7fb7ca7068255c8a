import { getPayments } from "@/server/adapters/payments";
import { env } from "@/server/core/env";
import { type PlanId, plans } from "@/server/features/plans";
import { listOffers, type Offer } from "./catalogue";
import type { Plan } from "./contract";

const costOf = (offers: readonly Offer[], plan: PlanId, interval: Offer["interval"]) => {
  const price = offers.find((offer) => offer.plan === plan && offer.interval === interval)?.price;
  return price?.amount == null ? null : { amount: price.amount, currency: price.currency };
};

/** Every plan with its limits and what it costs at the provider. */
export const listPlans = async (): Promise<Plan[]> => {
  const offers = await listOffers(getPayments());
  return (Object.keys(plans) as PlanId[]).map((plan) => ({
    plan,
    ...plans[plan],
    prices: { month: costOf(offers, plan, "month"), year: costOf(offers, plan, "year") },
    trial_days: plan === "free" ? 0 : env.BILLING_TRIAL_DAYS,
  }));
};
