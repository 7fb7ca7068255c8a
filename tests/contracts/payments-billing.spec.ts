import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { Stripe } from "stripe";
import { verifyStripeEvent } from "@/server/adapters/payments";
import type { NewCheckout, Payments, Price } from "@/server/adapters/payments/port";
import { stripePayments } from "@/server/adapters/payments/stripe";
import {
  advance,
  cancelLater,
  changePrice,
  completeCheckout,
  daysUntilGivenUp,
  disputeCharge,
  expireSession,
  refundCharge,
  type StripeServer,
  settleCheckout,
  signWebhook,
  startStripe,
} from "@/tests/support/stripe";

let stripe: StripeServer;
let payments: Payments;

const keys = ["curbcut_starter_month", "curbcut_starter_year", "curbcut_agency_month", "curbcut_agency_year"];

test.beforeEach(async () => {
  stripe = await startStripe();
  stripe.world.addPlan("starter", 1_900);
  stripe.world.addPlan("agency", 14_900);
  payments = stripePayments({ apiKey: stripe.apiKey, baseUrl: stripe.url });
});
test.afterEach(() => stripe.stop());

const priceOf = async (key: string): Promise<Price> => {
  const [price] = await payments.listPrices([key]);
  if (!price) throw new Error(`no price ${key}`);
  return price;
};

const newCustomer = () => payments.createCustomer({ org_id: randomUUID(), name: "Ada & Co", email: "ada@example.org" });

const wanted = async (changed: Partial<NewCheckout> = {}): Promise<NewCheckout> => ({
  customer: changed.customer ?? (await newCustomer()),
  price: (await priceOf("curbcut_starter_month")).id,
  trial_days: 0,
  automatic_tax: true,
  success_url: "https://audit.example.org/ok?id={CHECKOUT_SESSION_ID}",
  cancel_url: "https://audit.example.org/no",
  metadata: { org_id: "o1", user_id: "u1" },
  ...changed,
});

/** Creates a customer with a subscription to the starter plan. */
const subscribe = async (changed: Partial<NewCheckout> = {}) => {
  const given = await wanted(changed);
  const { id } = await payments.startCheckout(given);
  completeCheckout(stripe.world, stripe.objects, id);
  return { session: id, customer: given.customer };
};

const only = async (customer: string) => {
  const [first, ...more] = await payments.listSubscriptions(customer);
  expect(more).toEqual([]);
  if (!first) throw new Error("no subscription");
  return first;
};

const lastCharge = () => [...stripe.world.charges.keys()].at(-1) ?? "";
const lastInvoice = () => [...stripe.world.invoices.keys()].at(-1) ?? "";

test("finds prices by the operator's lookup keys", async () => {
  const prices = await payments.listPrices([...keys, "curbcut_enterprise_month"]);
  expect(prices.map(({ key }) => key).toSorted()).toEqual(keys.toSorted());
  const [month, year] = [await priceOf("curbcut_agency_month"), await priceOf("curbcut_agency_year")];
  expect(month).toMatchObject({ amount: 14_900, currency: "eur", interval: "month" });
  expect(year).toMatchObject({ amount: 149_000, interval: "year", product: month.product });
});

test("returns the same customer for every request from an organisation", async () => {
  const given = { org_id: randomUUID(), name: "Ada & Co", email: "ada@example.org" };
  const first = await payments.createCustomer(given);
  expect(await payments.createCustomer(given)).toBe(first);
  const { org_id, ...shown } = given;
  expect(stripe.world.customers.get(first)).toMatchObject({ ...shown, metadata: { org_id } });
});

test("starts a subscription checkout with tax, promotion codes and a trial [#73]", async () => {
  const given = await wanted({ trial_days: 14 });
  const { id, url } = await payments.startCheckout(given);
  expect(url).toContain(id);
  expect(stripe.world.sessions.get(id)).toMatchObject({
    mode: "subscription",
    allow_promotion_codes: true,
    automatic_tax: { enabled: true },
    trial_period_days: 14,
    success_url: given.success_url,
    cancel_url: given.cancel_url,
  });
  expect(await payments.readCheckout(id)).toMatchObject({ completed: false, customer: given.customer });
  completeCheckout(stripe.world, stripe.objects, id);
  expect(await payments.readCheckout(id)).toMatchObject({
    completed: true,
    amount: 0,
    price: { key: "curbcut_starter_month" },
    metadata: given.metadata,
  });
  const subscription = await only(given.customer);
  expect(subscription).toMatchObject({ status: "trialing", owing_since: null });
  expect(subscription.trial_ends_at?.getTime()).toBe((stripe.world.now + 14 * 86_400) * 1_000);
});

test("promotion codes and taxes change the amount paid", async () => {
  const { id: coupon } = stripe.objects.addCoupon({ percent_off: 50 });
  const { code } = await payments.createPromotionCode({ coupon, metadata: {}, idempotencyKey: randomUUID() });
  const { id } = await payments.startCheckout(await wanted());
  completeCheckout(stripe.world, stripe.objects, id, code);
  expect(await payments.readCheckout(id)).toMatchObject({
    completed: true,
    amount: Math.round(950 * 1.19),
    currency: "eur",
  });
  const free = await payments.startCheckout(await wanted({ automatic_tax: false }));
  completeCheckout(stripe.world, stripe.objects, free.id);
  expect(await payments.readCheckout(free.id)).toMatchObject({ amount: 1_900 });
});

test("returns the open checkout when the same checkout is started again", async () => {
  const given = await wanted();
  const [first, second] = await Promise.all([payments.startCheckout(given), payments.startCheckout(given)]);
  expect([second, await payments.startCheckout(given)]).toEqual([first, first]);
  expireSession(stripe.world, first.id);
  expect((await payments.startCheckout(given)).id).not.toBe(first.id);
});

test("starting another checkout expires the open one, so that no one pays twice", async () => {
  const given = await wanted();
  const first = await payments.startCheckout(given);
  const second = await payments.startCheckout({ ...given, trial_days: given.trial_days + 7 });
  expect(stripe.world.sessions.get(first.id)?.status).toBe("expired");
  expect(stripe.world.sessions.get(second.id)?.status).toBe("open");
  expect(() => completeCheckout(stripe.world, stripe.objects, first.id)).toThrow("open");
  expireSession(stripe.world, second.id);
  expect(await payments.readCheckout(second.id)).toMatchObject({ completed: false });
});

test("a checkout with a delayed payment completes only when the payment arrives", async () => {
  const given = await wanted();
  for (const isPaid of [true, false]) {
    const customer = await newCustomer();
    stripe.world.get(stripe.world.customers, customer).card = "delayed";
    const { id } = await payments.startCheckout({ ...given, customer });
    completeCheckout(stripe.world, stripe.objects, id);
    expect(await payments.readCheckout(id)).toMatchObject({ completed: false });
    expect(await only(customer)).toMatchObject({ status: "incomplete" });
    settleCheckout(stripe.world, id, isPaid);
    expect(await payments.readCheckout(id)).toMatchObject({ completed: isPaid });
    expect(await only(customer)).toMatchObject({ status: isPaid ? "active" : "cancelled" });
  }
});

test("the billing portal offers the plans on sale and is configured only once", async () => {
  const { customer } = await subscribe();
  const prices = await payments.listPrices(keys);
  const { id: subscription, item } = await only(customer);
  const agency = await priceOf("curbcut_agency_year");
  const begins = [
    undefined,
    { at: "payment_method" },
    { at: "cancel", subscription },
    { at: "change", subscription, item, price: agency.id },
  ] as const;
  for (const begin of begins) {
    const given = { customer, return_url: "https://audit.example.org/", prices, ...(begin ? { begin } : {}) };
    const { id, url } = await payments.openPortal(given);
    expect(url).toContain(id);
    await stripePayments({ apiKey: stripe.apiKey, baseUrl: stripe.url }).openPortal(given);
  }
  const others = [...stripe.world.others.values()];
  expect(others.filter(({ object }) => object === "billing_portal.configuration")).toHaveLength(1);
  const foreign = { at: "cancel", subscription: "sub_of_somebody_else" } as const;
  await expect(
    payments.openPortal({ customer, return_url: "https://audit.example.org/", prices, begin: foreign }),
  ).rejects.toMatchObject({ code: "upstream_failed" });
});

test("an upgrade takes effect at once, and a downgrade in the next period", async () => {
  const { customer } = await subscribe();
  const [starter, agency] = [await priceOf("curbcut_starter_month"), await priceOf("curbcut_agency_month")];
  const { id } = await only(customer);
  changePrice(stripe.world, id, agency.id);
  expect(await only(customer)).toMatchObject({ price: { id: agency.id }, next_price: null });
  expect(await payments.readInvoice(lastInvoice())).toMatchObject({ status: "paid", customer });
  changePrice(stripe.world, id, starter.id);
  expect(await only(customer)).toMatchObject({ price: { id: agency.id }, next_price: starter.id });
  advance(stripe.world, 32);
  expect(await only(customer)).toMatchObject({ price: { id: starter.id }, next_price: null });
});

test("a cancelled subscription stays active until its period ends", async () => {
  const { customer } = await subscribe();
  const { id, current_period_end } = await only(customer);
  cancelLater(stripe.world, id);
  expect(await only(customer)).toMatchObject({ status: "active", ends_at: current_period_end });
  cancelLater(stripe.world, id, false);
  expect(await only(customer)).toMatchObject({ ends_at: null });
  cancelLater(stripe.world, id);
  advance(stripe.world, 32);
  expect(await only(customer)).toMatchObject({ status: "cancelled", ends_at: current_period_end });
});

test("a failed payment leaves the subscription past due until Stripe stops retrying", async () => {
  const { customer } = await subscribe();
  expect(await payments.readInvoice(lastInvoice())).toMatchObject({ status: "paid", amount: 2_261, currency: "eur" });
  stripe.world.get(stripe.world.customers, customer).card = "asks";
  advance(stripe.world, 32);
  const owing = await only(customer);
  expect(owing).toMatchObject({ status: "past_due", owing_since: expect.any(Date) });
  expect(await payments.readInvoice(lastInvoice())).toMatchObject({ status: "action_required", number: "DOUBLE-0002" });
  stripe.world.get(stripe.world.customers, customer).card = "declines";
  advance(stripe.world, 3);
  expect(await payments.readInvoice(lastInvoice())).toMatchObject({ status: "failed" });
  advance(stripe.world, daysUntilGivenUp);
  expect(await only(customer)).toMatchObject({ status: "cancelled" });
});

test("refunds and disputes identify their customer", async () => {
  const { customer } = await subscribe();
  const id = refundCharge(stripe.world, lastCharge(), 500);
  expect(await payments.readCharge(lastCharge())).toMatchObject({
    customer,
    refunds: [{ id, status: "succeeded", amount: 500, currency: "eur" }],
  });
  const dispute = disputeCharge(stripe.world, lastCharge());
  expect(await payments.readDispute(dispute)).toMatchObject({ id: dispute, customer, status: "needs_response" });
});

test("reports a status that it doesn't know as other", async () => {
  await subscribe();
  const statusOf = async (status: string) =>
    (await payments.readDispute(disputeCharge(stripe.world, lastCharge(), status)))?.status;
  expect(await statusOf("appeal_under_review")).toBe("appeal_under_review");
  expect(await statusOf("under_arbitration")).toBe("other");
});

test("cancels a customer's subscription and open checkout immediately, even if they have already been cancelled", async () => {
  const { customer } = await subscribe();
  const { id } = await payments.startCheckout(await wanted({ customer }));
  await payments.cancelSubscriptions(customer);
  expect(stripe.world.sessions.get(id)?.status).toBe("expired");
  await payments.cancelSubscriptions(customer);
  expect(await only(customer)).toMatchObject({ status: "cancelled" });
});

test("returns null for objects that don't exist", async () => {
  expect(await payments.readCheckout("cs_none")).toBeNull();
  expect(await payments.readInvoice("in_none")).toBeNull();
  expect(await payments.readCharge("ch_none")).toBeNull();
  expect(await payments.readDispute("du_none")).toBeNull();
});

test("throws upstream_failed when the provider fails", async () => {
  const customer = await newCustomer();
  for (const status of [401, 429, 500]) {
    stripe.plannedErrors.push({ kind: "refuse", status }, { kind: "refuse", status });
    await expect(payments.listSubscriptions(customer)).rejects.toMatchObject({
      code: "upstream_failed",
      details: { retryable: status !== 401, status },
    });
    stripe.plannedErrors.length = 0;
  }
});

test("signs and verifies events as Stripe's own library does [#74]", async () => {
  const secret = "whsec_of_a_contract";
  const body = '{"id":"evt_1","note":"ü"}';
  const { webhooks } = new Stripe("sk_test_none");
  const theirs = webhooks.generateTestHeaderString({ payload: body, secret });
  expect(await verifyStripeEvent(secret, new Headers({ "stripe-signature": theirs }), Buffer.from(body))).toBe(true);
  const ours = signWebhook(body, { secret })["stripe-signature"] ?? "";
  expect(webhooks.constructEvent(body, ours, secret).id).toBe("evt_1");
});

test.describe("the test double for Stripe", () => {
  const call = async (method: string, path: string, form: Record<string, string> = {}) => {
    const headers = { Authorization: `Bearer ${stripe.apiKey}` };
    const body = new URLSearchParams(form);
    const url = `${stripe.url}${path}${method === "GET" ? `?${body}` : ""}`;
    const reply = await fetch(url, { method, headers, ...(method === "GET" ? {} : { body }) });
    return { status: reply.status, error: ((await reply.json()) as { error?: unknown }).error };
  };
  const session = { mode: "subscription", customer: "", success_url: "https://a.example/" };
  const cases: [title: string, method: string, path: string, form: Record<string, string>, error: object][] = [
    ["an unknown parameter", "POST", "/v1/customers", { nick: "x" }, { code: "parameter_unknown", param: "nick" }],
    ["an unknown filter", "GET", "/v1/prices", { "lookup_key[0]": "x" }, { code: "parameter_unknown" }],
    ["a page size that is too large", "GET", "/v1/subscriptions", { limit: "101" }, { param: "limit" }],
    [
      "a field that can't be expanded",
      "GET",
      "/v1/subscriptions",
      { "expand[0]": "data.nothing" },
      { param: "expand" },
    ],
    ["an invalid boolean", "GET", "/v1/prices", { active: "yes" }, { param: "active" }],
    [
      "a checkout for an unknown customer",
      "POST",
      "/v1/checkout/sessions",
      { ...session, customer: "cus_none" },
      { param: "customer" },
    ],
    [
      "a checkout without a URL to return to",
      "POST",
      "/v1/checkout/sessions",
      { mode: "subscription" },
      { param: "success_url" },
    ],
    [
      "a portal for an unknown customer",
      "POST",
      "/v1/billing_portal/sessions",
      { customer: "cus_none" },
      { param: "customer" },
    ],
  ];
  for (const [title, method, path, form, error] of cases)
    test(`rejects ${title}`, async () => {
      await subscribe();
      const reply = await call(method, path, form);
      expect(reply).toMatchObject({ status: 400, error: { type: "invalid_request_error", ...error } });
    });

  test("rejects a checkout that lacks parameters required by its other parameters", async () => {
    const { customer, price } = await wanted();
    const form = { ...session, customer, "line_items[0][price]": price, "line_items[0][quantity]": "1" };
    const path = "/v1/checkout/sessions";
    expect((await call("POST", path, { ...form, "automatic_tax[enabled]": "true" })).status).toBe(400);
    expect((await call("POST", path, { ...form, "tax_id_collection[enabled]": "true" })).status).toBe(400);
    expect((await call("POST", path, { ...form, "subscription_data[trial_period_days]": "0" })).status).toBe(400);
    expect((await call("POST", path, form)).status).toBe(200);
  });
});
