import { newStripeId } from "./objects";
import type { StripeInvoice, StripeSubscription } from "./shapes";
import { daySeconds, type StripeWorld } from "./world";

/** Days on which Stripe retries a failed payment, counted from the first attempt. */
export const retryDays = [3, 5, 7];
const taxRate = 0.19;

export const withTax = (amount: number, { enabled }: { enabled: boolean }): number =>
  Math.round(amount * (enabled ? 1 + taxRate : 1));

const makeIntent = (world: StripeWorld, invoice: StripeInvoice): string => {
  const id = newStripeId("pi");
  const { customer, total: amount, currency } = invoice;
  world.others.set(id, { id, object: "payment_intent", customer, amount, currency, status: "requires_payment_method" });
  return id;
};

const setIntent = (world: StripeWorld, { payment_intent }: StripeInvoice, status: string): void => {
  if (payment_intent) world.get(world.others, payment_intent)["status"] = status;
};

/** Records a payment: the invoice is paid, and a past due subscription is active again. */
export const settleInvoice = (world: StripeWorld, id: string): void => {
  const invoice = world.get(world.invoices, id);
  Object.assign(invoice, { status: "paid", amount_paid: invoice.total, next_payment_attempt: null, attempted: true });
  setIntent(world, invoice, "succeeded");
  const { customer, total: amount, currency, payment_intent, subscription: owner } = invoice;
  if (payment_intent) {
    const charge = newStripeId("ch");
    const receipt_url = `https://pay.stripe.test/receipts/${charge}`;
    const kept = { id: charge, object: "charge", customer, amount, amount_refunded: 0, currency } as const;
    world.charges.set(charge, { ...kept, created: world.now, payment_intent, receipt_url });
    world.emit("charge.succeeded", charge);
  }
  const subscription = world.get(world.subscriptions, owner);
  const owed = ["past_due", "incomplete", "unpaid"].includes(subscription.status);
  if (owed) subscription.status = "active";
  world.emit("invoice.paid", id);
  if (owed) world.emit("customer.subscription.updated", owner);
};

const failInvoice = (world: StripeWorld, invoice: StripeInvoice, needsAction: boolean): void => {
  invoice.attempted = true;
  invoice.attempt_count += 1;
  setIntent(world, invoice, needsAction ? "requires_action" : "requires_payment_method");
  const days = retryDays[invoice.attempt_count - 1];
  invoice.next_payment_attempt = days === undefined ? null : invoice.created + days * daySeconds;
  world.emit("invoice.payment_failed", invoice.id);
  if (needsAction) world.emit("invoice.payment_action_required", invoice.id);
  const subscription = world.get(world.subscriptions, invoice.subscription);
  const before = subscription.status;
  if (before === "active" || before === "trialing") subscription.status = "past_due";
  if (days === undefined) giveUp(world, subscription);
  else if (subscription.status !== before) world.emit("customer.subscription.updated", subscription.id);
};

const giveUp = (world: StripeWorld, subscription: StripeSubscription): void => {
  subscription.status = world.afterRetries;
  if (world.afterRetries === "canceled") subscription.ended_at = world.now;
  const what = world.afterRetries === "canceled" ? "deleted" : "updated";
  world.emit(`customer.subscription.${what}`, subscription.id);
};

/** Charges the customer's card. Returns false if the bank responds later. */
export const tryInvoice = (world: StripeWorld, id: string): boolean => {
  const invoice = world.get(world.invoices, id);
  const { card } = world.get(world.customers, invoice.customer);
  if (card === "delayed") {
    setIntent(world, invoice, "processing");
    return false;
  }
  if (card === "good" || invoice.total === 0) settleInvoice(world, id);
  else failInvoice(world, invoice, card === "asks");
  return true;
};

/** Adds an invoice for a subscription; the invoice is finalised, but no payment has been attempted yet. */
export const addInvoice = (world: StripeWorld, subscription: StripeSubscription, amount: number): StripeInvoice => {
  const id = newStripeId("in");
  const { currency } = world.get(world.prices, subscription.price);
  const discounted = Math.round(amount * (1 - subscription.percent_off / 100));
  subscription.percent_off = 0;
  const invoice: StripeInvoice = {
    id,
    object: "invoice",
    status: "open",
    customer: subscription.customer,
    subscription: subscription.id,
    number: `DOUBLE-${String(world.invoices.size + 1).padStart(4, "0")}`,
    attempted: false,
    attempt_count: 0,
    next_payment_attempt: null,
    created: world.now,
    currency,
    total: withTax(discounted, subscription.automatic_tax),
    amount_paid: 0,
    hosted_invoice_url: `https://invoice.stripe.test/${id}`,
    payment_intent: null,
  };
  if (invoice.total > 0) invoice.payment_intent = makeIntent(world, invoice);
  world.invoices.set(id, invoice);
  subscription.latest_invoice = id;
  world.emit("invoice.finalized", id);
  return invoice;
};

/** Refunds part of a payment. */
export const refundCharge = (world: StripeWorld, chargeId: string, amount: number): string => {
  const charge = world.get(world.charges, chargeId);
  if (amount > charge.amount - charge.amount_refunded)
    throw new Error("The amount exceeds the unrefunded part of the charge.");
  charge.amount_refunded += amount;
  const id = newStripeId("re");
  const { currency } = charge;
  const refund = { id, object: "refund", charge: chargeId, amount, currency, created: world.now, status: "succeeded" };
  world.others.set(id, refund);
  world.emit("charge.refunded", chargeId);
  return id;
};

/** Opens a dispute, as the payer's bank does. */
export const disputeCharge = (world: StripeWorld, chargeId: string, status = "needs_response"): string => {
  const { amount, currency } = world.get(world.charges, chargeId);
  const id = newStripeId("du");
  world.others.set(id, { id, object: "dispute", charge: chargeId, amount, currency, created: world.now, status });
  world.emit("charge.dispute.created", id);
  return id;
};
