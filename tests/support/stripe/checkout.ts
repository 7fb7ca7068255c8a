import { isUrl } from "@/server/core/is-url";
import { type Field, type Given, listOf, type Rules, readParameters, StripeProblem, wrongParameter } from "./form";
import { addInvoice, settleInvoice, tryInvoice } from "./invoices";
import { newStripeId, type StripeObjects } from "./objects";
import type { StripeCustomer, StripeSession } from "./shapes";
import { addSubscription, endSubscription } from "./subscriptions";
import type { StripeWorld } from "./world";

const customerRules: Rules = {
  name: "text",
  email: "text",
  description: "text",
  phone: "text",
  metadata: "metadata",
  expand: { "[]": "text" },
};

const sessionRules: Rules = {
  mode: ["payment", "setup", "subscription"],
  customer: "text",
  client_reference_id: "text",
  line_items: { "[]": { price: "text", quantity: "integer" } },
  success_url: "text",
  cancel_url: "text",
  allow_promotion_codes: "boolean",
  automatic_tax: { enabled: "boolean" },
  billing_address_collection: ["auto", "required"],
  customer_update: { address: ["auto", "never"], name: ["auto", "never"], shipping: ["auto", "never"] },
  discounts: { "[]": { coupon: "text", promotion_code: "text" } },
  locale: "text",
  metadata: "metadata",
  payment_method_collection: ["always", "if_required"],
  subscription_data: { description: "text", metadata: "metadata", trial_end: "integer", trial_period_days: "integer" },
  tax_id_collection: { enabled: "boolean" },
  expand: { "[]": "text" },
};

export const createCustomer = (world: StripeWorld, form: readonly Field[]): StripeCustomer => {
  const { name = null, email = null, metadata = {} } = readParameters(form, customerRules) as Partial<StripeCustomer>;
  const id = newStripeId("cus");
  const customer: StripeCustomer = { id, object: "customer", name, email, metadata, card: "good" };
  world.customers.set(id, customer);
  world.emit("customer.created", id);
  return customer;
};

const checkUrl = (given: Given, name: string): void => {
  const value = given[name];
  if (value === undefined) throw wrongParameter("parameter_missing", name);
  if (!isUrl(String(value))) throw wrongParameter("url_invalid", name, "Not a valid URL");
};

/** Checks Stripe's requirements for combinations of parameters. */
const checkTogether = (given: Given): void => {
  const { automatic_tax, tax_id_collection, customer_update, allow_promotion_codes, discounts } = given;
  const update = (customer_update ?? {}) as Given;
  if ((tax_id_collection as Given | undefined)?.["enabled"] && update["name"] !== "auto")
    throw new StripeProblem(400, "Tax ID collection requires updating business name on the customer.");
  if ((automatic_tax as Given | undefined)?.["enabled"] && update["address"] !== "auto")
    throw new StripeProblem(400, "Automatic tax calculation in Checkout requires a valid address on the Customer.", {
      code: "customer_tax_location_invalid",
    });
  if (allow_promotion_codes && discounts)
    throw new StripeProblem(400, "You may only specify one of these parameters: allow_promotion_codes, discounts.");
};

const priceOf = (world: StripeWorld, given: Given): string => {
  const items = listOf<Given>(given["line_items"]);
  if (items.length !== 1) throw wrongParameter("parameter_missing", "line_items");
  const id = String(items[0]?.["price"]);
  if (!world.prices.get(id)?.active)
    throw wrongParameter("resource_missing", "line_items[0][price]", `No such price: '${id}'`);
  return id;
};

const trialOf = (subscription: Given): number => {
  const days = subscription["trial_period_days"];
  if (days !== undefined && Number(days) < 1)
    throw wrongParameter("parameter_invalid_integer", "subscription_data[trial_period_days]", "Must be at least 1.");
  return Number(days ?? 0);
};

export const createSession = (world: StripeWorld, form: readonly Field[]): StripeSession => {
  const given = readParameters(form, sessionRules);
  if (given["mode"] !== "subscription") throw wrongParameter("parameter_missing", "mode");
  checkUrl(given, "success_url");
  const customer = String(given["customer"]);
  if (!world.customers.has(customer))
    throw wrongParameter("resource_missing", "customer", `No such customer: '${customer}'`);
  checkTogether(given);
  const price = priceOf(world, given);
  const id = newStripeId("cs_test");
  const subscription = (given["subscription_data"] ?? {}) as Given;
  const { unit_amount, currency } = world.get(world.prices, price);
  const trial_period_days = trialOf(subscription);
  const session: StripeSession = {
    id,
    object: "checkout.session",
    url: `https://checkout.stripe.test/c/pay/${id}`,
    mode: "subscription",
    status: "open",
    payment_status: "unpaid",
    customer,
    subscription: null,
    invoice: null,
    price,
    currency,
    amount_total: trial_period_days > 0 ? 0 : unit_amount,
    allow_promotion_codes: given["allow_promotion_codes"] === true,
    automatic_tax: { enabled: (given["automatic_tax"] as Given | undefined)?.["enabled"] === true },
    trial_period_days,
    success_url: String(given["success_url"]),
    cancel_url: (given["cancel_url"] as string | undefined) ?? null,
    metadata: (given["metadata"] as Record<string, string> | undefined) ?? {},
    subscription_metadata: (subscription["metadata"] as Record<string, string> | undefined) ?? {},
  };
  world.sessions.set(id, session);
  return session;
};

const openSession = (world: StripeWorld, id: string): StripeSession => {
  const session = world.sessions.get(id);
  if (!session) throw new StripeProblem(404, `No such checkout.session: '${id}'`, { code: "resource_missing" });
  if (session.status !== "open")
    throw new StripeProblem(400, 'Only Checkout Sessions with a status in ["open"] can be expired.');
  return session;
};

export const expireSession = (world: StripeWorld, id: string): StripeSession => {
  const session = openSession(world, id);
  Object.assign(session, { status: "expired", url: null });
  world.emit("checkout.session.expired", id);
  return session;
};

const percentOff = (
  objects: StripeObjects,
  { allow_promotion_codes }: StripeSession,
  code: string | undefined,
): number => {
  if (code === undefined) return 0;
  if (!allow_promotion_codes) throw new Error("This checkout session doesn't accept promotion codes.");
  return objects.coupons.get(objects.redeem(code).promotion.coupon)?.percent_off ?? 0;
};

/** Completes the checkout page as a customer would. If the card is declined, the checkout stays open. */
export const completeCheckout = (
  world: StripeWorld,
  objects: StripeObjects,
  id: string,
  promotionCode?: string,
): void => {
  const session = openSession(world, id);
  const { customer, price, automatic_tax, subscription_metadata: metadata } = session;
  const { card } = world.get(world.customers, customer);
  if (card === "declines") throw new Error("The card was declined.");
  const percent_off = percentOff(objects, session, promotionCode);
  const subscription = addSubscription(
    world,
    { customer, price, metadata, automatic_tax, percent_off },
    session.trial_period_days,
  );
  const { unit_amount } = world.get(world.prices, price);
  const invoice = addInvoice(world, subscription, session.trial_period_days > 0 ? 0 : unit_amount);
  const isSettled = tryInvoice(world, invoice.id);
  const payment_status = isSettled ? (invoice.total > 0 ? "paid" : "no_payment_required") : "unpaid";
  Object.assign(session, { status: "complete", url: null, payment_status, amount_total: invoice.total });
  Object.assign(session, { subscription: subscription.id, invoice: invoice.id });
  world.emit("checkout.session.completed", id);
};

/** Reports the result of a delayed payment, as the bank eventually does. */
export const settleCheckout = (world: StripeWorld, id: string, isPaid: boolean): void => {
  const session = world.get(world.sessions, id);
  if (isPaid && session.invoice) {
    session.payment_status = "paid";
    settleInvoice(world, session.invoice);
  }
  if (!isPaid && session.subscription) endSubscription(world, session.subscription);
  world.emit(`checkout.session.async_payment_${isPaid ? "succeeded" : "failed"}`, id);
};
