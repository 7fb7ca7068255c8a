import { addInvoice, retryDays, tryInvoice } from "./invoices";
import { newStripeId } from "./objects";
import type { StripeSubscription } from "./shapes";
import { daySeconds, type StripeWorld } from "./world";

const noticeSeconds = 3 * daySeconds;

const addInterval = (from: number, interval: "month" | "year"): number => {
  const date = new Date(from * 1_000);
  if (interval === "month") date.setUTCMonth(date.getUTCMonth() + 1);
  else date.setUTCFullYear(date.getUTCFullYear() + 1);
  return date.getTime() / 1_000;
};

const priceOf = (world: StripeWorld, { price }: StripeSubscription) => world.get(world.prices, price);

/** Returns the end of a billing period for this price that begins now. */
export const periodEnd = (world: StripeWorld, price: string): number =>
  addInterval(world.now, world.get(world.prices, price).recurring.interval);

export const isOver = ({ status }: StripeSubscription): boolean =>
  status === "canceled" || status === "incomplete_expired";

/** Ends a subscription at once. */
export const endSubscription = (world: StripeWorld, id: string): void => {
  const subscription = world.get(world.subscriptions, id);
  Object.assign(subscription, { status: "canceled", ended_at: world.now });
  world.emit("customer.subscription.deleted", id);
};

/** Begins a billing period now and bills it. */
const beginPeriod = (world: StripeWorld, subscription: StripeSubscription): void => {
  const schedule = subscription.schedule ? world.others.get(subscription.schedule) : undefined;
  if (schedule) {
    subscription.price = String(schedule["next_price"]);
    schedule["status"] = "released";
    subscription.schedule = null;
  }
  subscription.period_start = world.now;
  subscription.period_end = periodEnd(world, subscription.price);
  if (subscription.status === "trialing") subscription.status = "active";
  const { id } = addInvoice(world, subscription, priceOf(world, subscription).unit_amount);
  world.emit("customer.subscription.updated", subscription.id);
  tryInvoice(world, id);
};

const notifyOfTrial = (world: StripeWorld, subscription: StripeSubscription): void => {
  const { status, trial_end, notifiedOfTrial } = subscription;
  if (status !== "trialing" || notifiedOfTrial || trial_end === null || trial_end - world.now > noticeSeconds) return;
  subscription.notifiedOfTrial = true;
  world.emit("customer.subscription.trial_will_end", subscription.id);
};

const retryInvoice = (world: StripeWorld, { latest_invoice, status }: StripeSubscription): void => {
  const invoice = latest_invoice ? world.invoices.get(latest_invoice) : undefined;
  const due = invoice?.status === "open" ? invoice.next_payment_attempt : null;
  if (invoice && due !== null && due <= world.now && status === "past_due") tryInvoice(world, invoice.id);
};

const goOn = (world: StripeWorld, subscription: StripeSubscription): void => {
  if (isOver(subscription)) return;
  const { cancel_at, period_end } = subscription;
  if (cancel_at !== null && cancel_at <= world.now) {
    endSubscription(world, subscription.id);
    return;
  }
  notifyOfTrial(world, subscription);
  if (period_end <= world.now && subscription.status !== "incomplete") beginPeriod(world, subscription);
  else retryInvoice(world, subscription);
};

/** Advances the account's clock in steps of half a day. */
export const advance = (world: StripeWorld, days: number): void => {
  const end = world.now + Math.round(days * daySeconds);
  const step = daySeconds / 2;
  while (world.now < end) {
    world.now = Math.min(end, world.now + step);
    for (const subscription of world.subscriptions.values()) goOn(world, subscription);
  }
};

/** Number of days after which Stripe stops retrying a failed payment. */
export const daysUntilGivenUp = Math.max(...retryDays) + 1;

/** Adds a subscription, with its first invoice if there is no trial. */
export const addSubscription = (
  world: StripeWorld,
  given: Pick<StripeSubscription, "customer" | "price" | "metadata" | "automatic_tax" | "percent_off">,
  trialDays: number,
): StripeSubscription => {
  const id = newStripeId("sub");
  const trial_end = trialDays > 0 ? world.now + trialDays * daySeconds : null;
  const subscription: StripeSubscription = {
    id,
    object: "subscription",
    status: trial_end === null ? "incomplete" : "trialing",
    item: newStripeId("si"),
    created: world.now,
    period_start: world.now,
    period_end: trial_end ?? periodEnd(world, given.price),
    trial_end,
    cancel_at: null,
    cancel_at_period_end: false,
    ended_at: null,
    latest_invoice: null,
    schedule: null,
    notifiedOfTrial: false,
    ...given,
  };
  world.subscriptions.set(id, subscription);
  world.emit("customer.subscription.created", id);
  return subscription;
};
