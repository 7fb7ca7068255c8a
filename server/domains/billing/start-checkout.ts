import { getPayments } from "@/server/adapters/payments";
import type { HostedPage, NewPortal, Payments, ProviderSubscription } from "@/server/adapters/payments/port";
import type { Ctx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import { boughtBy, findOffer, listOffers, type Offer } from "./catalogue";
import type { CheckoutStarted, StartCheckout } from "./contract";
import { currentState } from "./derive-state";
import { findOrMakeCustomer } from "./find-customer";
import { billingPage } from "./notify-billing";

/** Returns why a subscription can't be changed at the moment, or null if it can. */
const obstacle = ({ status, price }: ProviderSubscription, wanted: Offer, offers: readonly Offer[]): string | null => {
  if (status === "past_due" || status === "unpaid") return "An invoice is unpaid. Pay it before changing the plan.";
  if (status === "incomplete") return "A payment for a plan is in progress. Wait until your bank has confirmed it.";
  const has = boughtBy(price, offers);
  return has?.plan === wanted.plan && has.interval === wanted.interval
    ? "Your organisation is already on this plan."
    : null;
};

const changePlan = async (
  payments: Payments,
  customer: string,
  running: ProviderSubscription,
  wanted: Offer,
): Promise<HostedPage> => {
  const offers = await listOffers(payments);
  const problem = obstacle(running, wanted, offers);
  if (problem) throw new AppError("conflict", problem);
  const { id: subscription, item, next_price, ends_at } = running;
  // A scheduled cancellation or change must be undone first, which is possible only on the portal's home page.
  const begin: NewPortal["begin"] =
    next_price || ends_at ? undefined : { at: "change", subscription, item, price: wanted.price.id };
  const prices = offers.map(({ price }) => price);
  return payments.openPortal({ customer, return_url: billingPage(), prices, ...(begin ? { begin } : {}) });
};

/**
 * Throws `not_configured` unless Stripe events are set up. Without them, we wouldn't learn that a customer has paid.
 */
const assertEventsConfigured = (): void => {
  if (!env.STRIPE_WEBHOOK_SECRET)
    throw new AppError(
      "not_configured",
      "Stripe events aren't configured. Set STRIPE_WEBHOOK_SECRET to sell plans; see docs/billing.md.",
    );
};

/**
 * Starts a checkout for a plan. For a customer who already has a plan, returns the URL of the portal page for changing
 * it.
 */
export const startCheckout = async (ctx: Ctx, { plan, interval }: StartCheckout): Promise<CheckoutStarted> => {
  const payments = getPayments();
  assertEventsConfigured();
  const wanted = await findOffer(payments, plan, interval);
  const customer = await findOrMakeCustomer(ctx, payments);
  const all = await payments.listSubscriptions(customer);
  const current = currentState(all, await listOffers(payments));
  const running = all.find(({ id, status }) => id === current?.provider_id && status !== "cancelled");
  if (running) {
    const { id, url } = await changePlan(payments, customer, running, wanted);
    return { url, session_id: id };
  }
  const { id, url } = await payments.startCheckout({
    customer,
    price: wanted.price.id,
    trial_days: all.length > 0 ? 0 : env.BILLING_TRIAL_DAYS,
    automatic_tax: env.STRIPE_AUTOMATIC_TAX,
    success_url: env.BILLING_SUCCESS_URL ?? `${billingPage()}?checkout=success`,
    cancel_url: env.BILLING_FAILURE_URL ?? `${billingPage()}?checkout=failure`,
    metadata: { org_id: ctx.org_id, user_id: ctx.user_id },
  });
  return { url, session_id: id };
};
