import type { Stripe } from "stripe";
import { AppError } from "@/server/core/errors";
import type { Payments, ProviderSubscription, SubscriptionStatus } from "./port";
import type { CallStripe } from "./stripe-client";
import { dateOf, dateOrNull, idOf, toPrice } from "./stripe-shapes";

/** Any other status becomes `incomplete`, which doesn't entitle the organisation to a plan. */
const statuses: Readonly<Record<string, SubscriptionStatus>> = {
  trialing: "trialing",
  active: "active",
  past_due: "past_due",
  unpaid: "unpaid",
  paused: "unpaid",
  canceled: "cancelled",
  incomplete_expired: "cancelled",
};

const nextPriceOf = (schedule: Stripe.Subscription["schedule"]): string | null => {
  if (!schedule || typeof schedule === "string" || schedule.status !== "active") return null;
  const end = schedule.current_phase?.end_date;
  const next = schedule.phases.find(({ start_date }) => end !== undefined && start_date >= end);
  return idOf(next?.items[0]?.price);
};

const owingSince = (invoice: Stripe.Subscription["latest_invoice"]): Date | null => {
  if (!invoice || typeof invoice === "string" || invoice.status !== "open") return null;
  return dateOf(invoice.status_transitions.finalized_at ?? invoice.created);
};

const endOf = ({ status, ended_at, cancel_at }: Stripe.Subscription): Date | null =>
  dateOrNull(status === "canceled" || status === "incomplete_expired" ? ended_at : cancel_at);

const toSubscription = (subscription: Stripe.Subscription): ProviderSubscription => {
  const [item] = subscription.items.data;
  if (!item)
    throw new AppError("upstream_failed", `Subscription ${subscription.id} has no items.`, {
      retryable: false,
      status: 200,
    });
  const current_period_end = dateOrNull(item.current_period_end);
  return {
    id: subscription.id,
    item: item.id,
    status: statuses[subscription.status] ?? "incomplete",
    price: toPrice(item.price),
    created_at: dateOf(subscription.created),
    current_period_end,
    trial_ends_at: dateOrNull(subscription.trial_end),
    ends_at: endOf(subscription) ?? (subscription.cancel_at_period_end ? current_period_end : null),
    next_price: nextPriceOf(subscription.schedule),
    owing_since: owingSince(subscription.latest_invoice),
  };
};

const isOver = ({ status }: Stripe.Subscription): boolean => status === "canceled" || status === "incomplete_expired";

export const subscriptionCalls = (call: CallStripe): Pick<Payments, "cancelSubscriptions" | "listSubscriptions"> => ({
  listSubscriptions: async (customer) => {
    const { data } = await call((stripe) =>
      stripe.subscriptions.list({
        customer,
        status: "all",
        limit: 100,
        expand: ["data.latest_invoice", "data.schedule"],
      }),
    );
    return data.map(toSubscription);
  },
  cancelSubscriptions: (customer) =>
    call(async (stripe) => {
      const open = await stripe.checkout.sessions.list({ customer, status: "open", limit: 100 });
      for (const { id } of open.data) await stripe.checkout.sessions.expire(id);
      const { data } = await stripe.subscriptions.list({ customer, status: "all", limit: 100 });
      for (const subscription of data) if (!isOver(subscription)) await stripe.subscriptions.cancel(subscription.id);
    }),
});
