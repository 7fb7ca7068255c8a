import type { StripeInvoice, StripeObject, StripeSession, StripeState, StripeSubscription } from "./shapes";

const listOf = (url: string, data: unknown[]) => ({ object: "list", url, has_more: false, data });

const showSubscription = (world: StripeState, kept: StripeSubscription): Record<string, unknown> => {
  const { item, price, period_start, period_end, percent_off: _, notifiedOfTrial: __, ...rest } = kept;
  const line = {
    id: item,
    object: "subscription_item",
    current_period_start: period_start,
    current_period_end: period_end,
    price: world.get(world.prices, price),
    quantity: 1,
    subscription: kept.id,
  };
  return { ...rest, items: listOf(`/v1/subscription_items?subscription=${kept.id}`, [line]) };
};

const showInvoice = ({ payment_intent: _, subscription, ...rest }: StripeInvoice): Record<string, unknown> => ({
  ...rest,
  amount_due: rest.total,
  amount_remaining: rest.total - rest.amount_paid,
  parent: { type: "subscription_details", subscription_details: { subscription } },
  status_transitions: { finalized_at: rest.created, paid_at: rest.status === "paid" ? rest.created : null },
});

const showSession = (kept: StripeSession): Record<string, unknown> => {
  const { price: _, trial_period_days: __, subscription_metadata: ___, ...rest } = kept;
  return { ...rest, client_reference_id: null };
};

/** Returns an object as Stripe's API does, without fields that are included only on request. */
export const show = (world: StripeState, kept: StripeObject): StripeObject => {
  const shown = (): Record<string, unknown> => {
    if (kept.object === "subscription") return showSubscription(world, kept as unknown as StripeSubscription);
    if (kept.object === "invoice") return showInvoice(kept as unknown as StripeInvoice);
    if (kept.object === "checkout.session") return showSession(kept as unknown as StripeSession);
    const { card: _, ...rest } = kept;
    return rest;
  };
  return { livemode: false, ...shown() } as unknown as StripeObject;
};

const paymentsOf = (world: StripeState, id: string): unknown => {
  const { payment_intent, total, currency, status } = world.get(world.invoices, id);
  const payment = {
    id: `inpay_${id.slice(3)}`,
    object: "invoice_payment",
    amount_requested: total,
    currency,
    invoice: id,
    is_default: true,
    payment: { type: "payment_intent", payment_intent },
    status: status === "paid" ? "paid" : "open",
  };
  return listOf(`/v1/invoices/${id}/payments`, payment_intent ? [payment] : []);
};

const refundsOf = (world: StripeState, id: string): unknown => {
  const refunds = [...world.others.values()].filter(({ object, charge }) => object === "refund" && charge === id);
  return listOf(`/v1/charges/${id}/refunds`, refunds.toReversed());
};

const linesOf = (world: StripeState, id: string): unknown => {
  const { price, amount_total, currency } = world.get(world.sessions, id);
  const line = { id: `li_${id.slice(3)}`, object: "item", amount_total, currency, price: world.prices.get(price) };
  return listOf(`/v1/checkout/sessions/${id}/line_items`, [{ ...line, quantity: 1 }]);
};

/** Returns a field that an object has only if a caller requests it with `expand`. */
export const included = (world: StripeState, { id, object }: StripeObject, name: string): unknown => {
  if (object === "invoice" && name === "payments") return paymentsOf(world, id);
  if (object === "charge" && name === "refunds") return refundsOf(world, id);
  if (object === "checkout.session" && name === "line_items") return linesOf(world, id);
  return undefined;
};
