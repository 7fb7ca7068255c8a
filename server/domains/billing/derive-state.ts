import type { BillingInterval } from "@/generated/prisma/enums";
import type { ProviderSubscription, SubscriptionStatus } from "@/server/adapters/payments/port";
import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import { log } from "@/server/core/log";
import { boughtBy, type Offer } from "./catalogue";
import { type PaidPlan, paidPlans } from "./contract";
import type { PlanId } from "./plans";

/** The stored fields of a subscription, all derived from the provider's object. */
export interface State {
  provider_id: string;
  plan: PaidPlan;
  interval: BillingInterval;
  status: SubscriptionStatus;
  current_period_end: Date | null;
  trial_ends_at: Date | null;
  ends_at: Date | null;
  next_plan: PaidPlan | null;
  next_interval: BillingInterval | null;
  grace_until: Date | null;
}

const dayMs = 86_400_000;
const worth: Readonly<Record<SubscriptionStatus, number>> = {
  active: 3,
  trialing: 3,
  past_due: 2,
  unpaid: 1,
  incomplete: 1,
  cancelled: 0,
};

/** Reports whether a subscription with this status entitles the organisation to its plan. */
export const isLive = (status: SubscriptionStatus): boolean => worth[status] >= 2;

const graceOf = ({ status, owing_since }: ProviderSubscription): Date | null =>
  status === "past_due" && owing_since ? new Date(owing_since.getTime() + env.BILLING_GRACE_DAYS * dayMs) : null;

const toState = (subscription: ProviderSubscription, offers: readonly Offer[]): State | null => {
  const { id: provider_id, status, price, next_price, current_period_end, trial_ends_at, ends_at } = subscription;
  const bought = boughtBy(price, offers);
  if (!bought && isLive(status))
    throw new AppError(
      "not_configured",
      `The price ${price.id} of ${provider_id} doesn't belong to a plan. See docs/billing.md for the lookup keys.`,
    );
  if (!bought) return null;
  const next = offers.find((offer) => offer.price.id === next_price);
  return {
    provider_id,
    ...bought,
    status,
    current_period_end,
    trial_ends_at,
    ends_at,
    next_plan: next?.plan ?? null,
    next_interval: next?.interval ?? null,
    grace_until: graceOf(subscription),
  };
};

const rankOf = ({ status, plan }: State): number => worth[status] * paidPlans.length + paidPlans.indexOf(plan);

/**
 * Returns the state of the customer's most relevant subscription. Subscriptions are ranked by status, then by plan,
 * then by age, newest first.
 */
export const currentState = (all: readonly ProviderSubscription[], offers: readonly Offer[]): State | null => {
  const newestFirst = all.toSorted((one, other) => other.created_at.getTime() - one.created_at.getTime());
  const states = newestFirst.map((each) => toState(each, offers)).filter((state) => state !== null);
  const living = states.filter(({ status }) => isLive(status));
  if (living.length > 1)
    log.warn(
      { subscriptions: living.map(({ provider_id }) => provider_id) },
      "found several active subscriptions of one organisation",
    );
  return states.toSorted((one, other) => rankOf(other) - rankOf(one))[0] ?? null;
};

/** Returns the plan whose limits apply. */
export const grantedBy = ({ status, plan, grace_until }: State, now = new Date()): PlanId => {
  if (!isLive(status)) return "free";
  return grace_until && grace_until <= now ? "free" : plan;
};
