import { type Field, type Given, listOf, type Rules, readParameters, StripeProblem, wrongParameter } from "./form";
import { addInvoice, tryInvoice } from "./invoices";
import { newStripeId } from "./objects";
import type { StripeObject } from "./shapes";
import { isOver, periodEnd } from "./subscriptions";
import type { StripeWorld } from "./world";

const configurationRules: Rules = {
  name: "text",
  default_return_url: "text",
  business_profile: { headline: "text", privacy_policy_url: "text", terms_of_service_url: "text" },
  features: {
    customer_update: {
      enabled: "boolean",
      allowed_updates: { "[]": ["address", "email", "name", "phone", "shipping", "tax_id"] },
    },
    invoice_history: { enabled: "boolean" },
    payment_method_update: { enabled: "boolean" },
    subscription_cancel: { enabled: "boolean", mode: ["at_period_end", "immediately"] },
    subscription_update: {
      enabled: "boolean",
      default_allowed_updates: { "[]": ["price", "promotion_code", "quantity"] },
      proration_behavior: ["always_invoice", "create_prorations", "none"],
      products: { "[]": { product: "text", prices: { "[]": "text" } } },
      schedule_at_period_end: { conditions: { "[]": { type: ["decreasing_item_amount", "shortening_interval"] } } },
    },
  },
  metadata: "metadata",
  expand: { "[]": "text" },
};

const afterRules: Rules = {
  type: ["redirect", "portal_homepage", "hosted_confirmation"],
  redirect: { return_url: "text" },
};
const sessionRules: Rules = {
  customer: "text",
  return_url: "text",
  configuration: "text",
  locale: "text",
  flow_data: {
    type: ["payment_method_update", "subscription_cancel", "subscription_update", "subscription_update_confirm"],
    after_completion: afterRules,
    subscription_cancel: { subscription: "text" },
    subscription_update: { subscription: "text" },
    subscription_update_confirm: {
      subscription: "text",
      items: { "[]": { id: "text", price: "text", quantity: "integer" } },
    },
  },
  expand: { "[]": "text" },
};

/** Returns the prices that a configuration lets customers switch to. */
const pricesOf = (configuration: StripeObject): string[] => {
  const features = (configuration["features"] ?? {}) as Given;
  const { products } = (features["subscription_update"] ?? {}) as Given;
  return listOf<Given>(products).flatMap(({ prices }) => listOf<string>(prices));
};

export const createConfiguration = (world: StripeWorld, form: readonly Field[]): StripeObject => {
  const given = readParameters(form, configurationRules);
  if (given["features"] === undefined) throw wrongParameter("parameter_missing", "features");
  const id = newStripeId("bpc");
  const configuration = { id, object: "billing_portal.configuration", active: true, ...given };
  for (const price of pricesOf(configuration))
    if (!world.prices.has(price))
      throw new StripeProblem(400, `No such price: '${price}'`, { code: "resource_missing" });
  world.others.set(id, configuration);
  return configuration;
};

const checkFlow = (world: StripeWorld, flow: Given, customer: string, configuration: StripeObject): void => {
  const type = String(flow["type"]);
  if (type === "payment_method_update") return;
  const { subscription, items } = (flow[type] ?? {}) as Given;
  const found = world.subscriptions.get(String(subscription));
  if (found?.customer !== customer || isOver(found))
    throw new StripeProblem(400, `No such subscription: '${subscription}'`, { code: "resource_missing" });
  for (const { id, price } of listOf<Given>(items)) {
    if (id !== found.item) throw new StripeProblem(400, `No such subscription_item: '${id}'`);
    if (!pricesOf(configuration).includes(String(price)))
      throw new StripeProblem(400, `The price ${price} is not one the portal configuration allows.`);
    if (price === found.price) throw new StripeProblem(400, "Nothing would change.");
  }
};

export const createPortal = (world: StripeWorld, form: readonly Field[]): StripeObject => {
  const given = readParameters(form, sessionRules);
  const { customer, configuration, flow_data, return_url } = given;
  if (!world.customers.has(String(customer)))
    throw wrongParameter("resource_missing", "customer", `No such customer: '${customer}'`);
  const kept = world.others.get(String(configuration));
  if (!kept)
    throw new StripeProblem(400, "No configuration provided and your default configuration has not been created.");
  if (flow_data) checkFlow(world, flow_data as Given, String(customer), kept);
  const id = newStripeId("bps");
  const url = `https://billing.stripe.test/p/session/${id}`;
  const portal = {
    id,
    object: "billing_portal.session",
    url,
    customer,
    configuration,
    return_url,
    flow: flow_data ?? null,
  };
  world.others.set(id, portal);
  return portal;
};

const yearly = (world: StripeWorld, price: string): number => {
  const { unit_amount, recurring } = world.get(world.prices, price);
  return unit_amount * (recurring.interval === "month" ? 12 : 1);
};

/**
 * Changes the price in the billing portal, as a customer does. An upgrade takes effect at once and is charged for the
 * rest of the period; a downgrade takes effect in the next period.
 */
export const changePrice = (world: StripeWorld, id: string, price: string): void => {
  const subscription = world.get(world.subscriptions, id);
  const [before, after] = [world.get(world.prices, subscription.price), world.get(world.prices, price)];
  const shortens = before.recurring.interval === "year" && after.recurring.interval === "month";
  if (after.unit_amount < before.unit_amount || shortens) {
    const schedule = newStripeId("sub_sched");
    const { period_start: start, period_end: end } = subscription;
    const phases = [
      { start_date: start, end_date: end, items: [{ price: subscription.price, quantity: 1 }] },
      { start_date: end, end_date: end + (end - start), items: [{ price, quantity: 1 }] },
    ];
    const current_phase = { start_date: start, end_date: end };
    const kept = { id: schedule, object: "subscription_schedule", status: "active", current_phase, phases };
    world.others.set(schedule, { ...kept, next_price: price });
    subscription.schedule = schedule;
    world.emit("customer.subscription.updated", id);
    return;
  }
  const left = (subscription.period_end - world.now) / (subscription.period_end - subscription.period_start);
  const isTrial = subscription.status === "trialing";
  const owed = Math.round(Math.max(0, (yearly(world, price) - yearly(world, subscription.price)) / 12) * left);
  subscription.price = price;
  if (before.recurring.interval !== after.recurring.interval && !isTrial)
    subscription.period_end = periodEnd(world, price);
  world.emit("customer.subscription.updated", id);
  if (!isTrial) tryInvoice(world, addInvoice(world, subscription, owed).id);
};

/** Cancels a subscription in the billing portal, as a customer does, or resumes it if `isCancelled` is false. */
export const cancelLater = (world: StripeWorld, id: string, isCancelled = true): void => {
  const subscription = world.get(world.subscriptions, id);
  subscription.cancel_at_period_end = isCancelled;
  subscription.cancel_at = isCancelled ? subscription.period_end : null;
  world.emit("customer.subscription.updated", id);
};
