import { env } from "@/server/core/env";
import { furtherViews } from "@/server/scanner/views";
import { expect, test } from "../support/api";
import { configure } from "../support/configure";
import { cancelLater, changePrice, Shop } from "../support/stripe";

let shop: Shop;

test.beforeAll(async ({ rest }) => {
  shop = new Shop(rest);
  await shop.open();
});
test.beforeEach(() => shop.configure());
test.afterAll(() => shop.close());

const path = "/api/payprov/create-checkout-session/";
const portal = "/api/payprov/portal/";

const flowOf = (url: string) => shop.stripe.world.others.get(url.split("/").at(-1) ?? "")?.["flow"];
const priceOf = (key: string) =>
  [...shop.stripe.world.prices.values()].find(({ lookup_key }) => lookup_key === key)?.id;

test("returns 200 with the URL and id of a checkout for the chosen plan [#73] [#90] [#114]", async ({
  as,
  db,
  org_id,
}) => {
  shop.configure({ BILLING_TRIAL_DAYS: 14 });
  const reply = await as("billing").post(path, { plan: "agency", interval: "year" });
  expect(reply.status).toBe(200);
  const { url, session_id } = reply.data;
  expect(Object.keys(reply.data).toSorted()).toEqual(["session_id", "url"]);
  expect(url).toContain(session_id);
  const { billing_customer_id: customer } = await db.organisation.findUniqueOrThrow({ where: { id: org_id } });
  const { id: user_id } = await as("billing").account();
  expect(shop.stripe.world.sessions.get(session_id)).toMatchObject({
    customer,
    price: priceOf("curbcut_agency_year"),
    allow_promotion_codes: true,
    automatic_tax: { enabled: true },
    trial_period_days: 14,
    metadata: { org_id, user_id },
    subscription_metadata: { org_id, user_id },
  });
  expect(await db.auditLog.findMany({ where: { org_id } })).toMatchObject([{ action: "billing.checkout" }]);
});

test("after a checkout, customers return to the configured pages, or to the app's default pages [#128]", async ({
  as,
}) => {
  const addressesOf = async () => {
    const { data } = await as("owner").post(path, { plan: "starter", interval: "month" });
    const { success_url, cancel_url } = shop.stripe.world.get(shop.stripe.world.sessions, data.session_id);
    return { success_url, cancel_url };
  };
  expect(await addressesOf()).toEqual({
    success_url: "http://localhost:8000/service/billing?checkout=success",
    cancel_url: "http://localhost:8000/service/billing?checkout=failure",
  });
  const given = {
    success_url: "https://shop.example/thanks?id={CHECKOUT_SESSION_ID}",
    cancel_url: "https://shop.example/pity",
  };
  configure({ BILLING_SUCCESS_URL: given.success_url, BILLING_FAILURE_URL: given.cancel_url });
  const set = await addressesOf();
  configure({ BILLING_SUCCESS_URL: undefined, BILLING_FAILURE_URL: undefined });
  expect(set).toEqual(given);
});

test("simultaneous and repeated calls create one customer and leave one checkout open", async ({ as, db, org_id }) => {
  const owner = as("owner");
  await owner.session();
  const send = () => owner.post(path, { plan: "starter", interval: "month" });
  const replies = await Promise.all([send(), send()]);
  expect(replies[1]?.data).toEqual(replies[0]?.data);
  replies.push(await send());
  for (const { status } of replies) expect(status).toBe(200);
  const { billing_customer_id: customer } = await db.organisation.findUniqueOrThrow({ where: { id: org_id } });
  const mine = [...shop.stripe.world.sessions.values()].filter((session) => session.customer === customer);
  expect(mine.filter(({ status }) => status === "open").map(({ id }) => id)).toEqual([replies.at(-1)?.data.session_id]);
  expect(
    [...shop.stripe.world.customers.values()].filter(({ metadata }) => metadata["org_id"] === org_id),
  ).toHaveLength(1);
});

test("only an organisation's first plan has a trial", async () => {
  shop.configure({ BILLING_TRIAL_DAYS: 7 });
  const buyer = await shop.makeBuyer();
  const { customer } = await shop.buy(buyer);
  for (const one of shop.stripe.world.subscriptions.values())
    if (one.customer === customer) Object.assign(one, { status: "canceled", ended_at: shop.stripe.world.now });
  const { data } = await shop.startCheckout(buyer);
  expect(shop.stripe.world.sessions.get(data.session_id)?.trial_period_days).toBe(0);
});

test("sends a subscriber to the plan change page, even before we receive an event about the subscription", async () => {
  const buyer = await shop.makeBuyer();
  const { subscription, events } = await shop.buy(buyer);
  const change = await shop.startCheckout(buyer, "agency", "month");
  expect(change.status).toBe(200);
  expect(flowOf(change.data.url)).toMatchObject({
    type: "subscription_update_confirm",
    subscription_update_confirm: { subscription, items: { 0: { price: priceOf("curbcut_agency_month") } } },
  });
  expect(await shop.startCheckout(buyer, "starter", "month")).toFail(409, "conflict");
  for (const event of events) await shop.post(event);
  cancelLater(shop.stripe.world, subscription);
  expect(
    flowOf((await shop.startCheckout(buyer, "agency")).data.url),
    "a scheduled cancellation takes precedence",
  ).toBeNull();
  cancelLater(shop.stripe.world, subscription, false);
  changePrice(shop.stripe.world, subscription, priceOf("curbcut_agency_month") ?? "");
  changePrice(shop.stripe.world, subscription, priceOf("curbcut_starter_month") ?? "");
  expect(
    flowOf((await shop.startCheckout(buyer, "enterprise")).data.url),
    "a scheduled change of plan takes precedence",
  ).toBeNull();
  shop.stripe.world.get(shop.stripe.world.subscriptions, subscription).status = "past_due";
  expect(await shop.startCheckout(buyer, "agency")).toFail(409, "conflict");
});

test("returns 409 for another checkout while the bank is still processing the payment", async () => {
  const buyer = await shop.makeBuyer();
  await shop.buy(buyer, "starter", "month", "delayed");
  expect(await shop.startCheckout(buyer, "starter")).toFail(409, "conflict");
});

test("returns 400 for an unknown plan or interval", async ({ as }) => {
  for (const body of [
    {},
    { plan: "free", interval: "month" },
    { plan: "agency", interval: "week" },
    { plan: ["agency"], interval: 1 },
  ])
    expect(await as("owner").post(path, body)).toFail(400, "invalid_input");
});

test("the billing portal opens at the requested page", async () => {
  const buyer = await shop.makeBuyer();
  expect(await buyer.client.post(portal, {})).toFail(409, "conflict");
  const { subscription, events } = await shop.buy(buyer);
  expect(await buyer.client.post(portal, { begin: "cancel" }), "no event received yet").toFail(409, "conflict");
  for (const event of events) await shop.post(event);
  expect(flowOf((await buyer.client.post(portal, {})).data.url)).toBeNull();
  expect(flowOf((await buyer.client.post(portal, { begin: "payment_method" })).data.url)).toMatchObject({
    type: "payment_method_update",
  });
  expect(flowOf((await buyer.client.post(portal, { begin: "cancel" })).data.url)).toMatchObject({
    subscription_cancel: { subscription },
  });
  expect(await buyer.client.post(portal, { begin: "elsewhere" })).toFail(400, "invalid_input");
});

test("anyone can list the plans, with their limits and prices", async ({ visitor }) => {
  const reply = await visitor.get("/api/payprov/plans/");
  expect(reply.status).toBe(200);
  expect(reply.data.map(({ plan }: { plan: string }) => plan)).toEqual(["free", "starter", "agency", "enterprise"]);
  expect(reply.data[0]).toMatchObject({ websites: 1, most_often: null, prices: { month: null, year: null } });
  expect(reply.data[2]).toEqual({
    plan: "agency",
    websites: 25,
    pages_per_scan: 1_000,
    most_often: "daily",
    ...{ views: [...furtherViews], states: true },
    prices: { month: { amount: 14_900, currency: "eur" }, year: { amount: 149_000, currency: "eur" } },
    trial_days: 0,
  });
});

test("a plan without a price can't be bought, and the error names the missing lookup key", async ({ as, visitor }) => {
  const prices = [...shop.stripe.world.prices.values()].filter(
    ({ lookup_key }) => lookup_key === "curbcut_agency_year",
  );
  for (const price of prices) price.active = false;
  shop.configure();
  const refused = await as("owner").post(path, { plan: "agency", interval: "year" });
  const shown = (await visitor.get("/api/payprov/plans/")).data[2].prices;
  for (const price of prices) price.active = true;
  expect(refused).toFail(503, "not_configured");
  expect(refused.body?.error?.message).toContain("curbcut_agency_year");
  expect(shown).toMatchObject({ month: { amount: 14_900 }, year: null });
});

test("returns 502 when Stripe fails, and caches nothing", async ({ as, visitor }) => {
  shop.configure();
  shop.stripe.plannedErrors.push({ kind: "refuse", status: 401 });
  expect(await visitor.get("/api/payprov/plans/")).toFail(502, "upstream_failed");
  expect((await visitor.get("/api/payprov/plans/")).status).toBe(200);
  shop.stripe.plannedErrors.push({ kind: "refuse", status: 402 });
  expect(await as("owner").post(path, { plan: "agency", interval: "year" })).toFail(502, "upstream_failed");
});

test("returns only the organisation's own subscription and transactions [#90]", async ({ as }) => {
  const none = (await as("billing").get("/api/payprov/subscription/")).data;
  expect(none).toEqual({
    plan: "free",
    status: "none",
    subscribed_plan: null,
    interval: null,
    current_period_end: null,
    trial_ends_at: null,
    ends_at: null,
    next_plan: null,
    next_interval: null,
    grace_until: null,
    pay_url: null,
    can_open_portal: false,
    limits: { websites: 1, pages_per_scan: 25, most_often: null, views: ["narrow", "dark"], states: false },
    usage: { websites: 0 },
  });
  const buyer = await shop.makeBuyer();
  const { subscription, events } = await shop.buy(buyer, "agency", "year");
  for (const event of events) await shop.post(event);
  const since = shop.stripe.world.events.length;
  changePrice(shop.stripe.world, subscription, priceOf("curbcut_starter_year") ?? "");
  await shop.sendEventsSince(since);
  expect((await buyer.client.get("/api/payprov/subscription/")).data).toMatchObject({
    plan: "agency",
    status: "active",
    interval: "year",
    next_plan: "starter",
    next_interval: "year",
    current_period_end: expect.stringMatching(/^20\d\d-/),
    can_open_portal: true,
    limits: { websites: 25 },
  });
  const { data } = await buyer.client.get("/api/payprov/transactions/");
  expect(data).toMatchObject([{ kind: "invoice", status: "paid", currency: "eur", number: expect.any(String) }]);
  expect(Object.keys(data[0]).toSorted()).toEqual([
    "amount",
    "currency",
    "id",
    "kind",
    "number",
    "occurred_at",
    "status",
    "url",
  ]);
  expect((await as("owner").get("/api/payprov/transactions/")).data).toEqual([]);
  expect((await as("owner").get(`/api/payprov/transactions/?cursor=${data[0].id}`)).data).toEqual([]);
});

test("lists transactions page by page, newest first, including transactions with the same timestamp", async ({
  as,
  db,
  org_id,
}) => {
  const moments = ["2026-01-01", "2026-03-01", "2026-02-01", "2026-03-01", "2026-03-01"];
  await db.billingTransaction.createMany({
    data: moments.map((day, index) => ({
      id: `019aa000-0000-7000-8000-00000000000${index}`,
      org_id,
      kind: "invoice",
      provider_id: `in_${org_id}_${index}`,
      status: "paid",
      amount: index,
      currency: "eur",
      occurred_at: new Date(day),
    })),
  });
  const seen: number[] = [];
  let cursor: string | null = null;
  do {
    const reply = await as("viewer").get(`/api/payprov/transactions/?limit=2${cursor ? `&cursor=${cursor}` : ""}`);
    seen.push(...reply.data.map(({ amount }: { amount: number }) => amount));
    cursor = reply.body?.meta.next_cursor ?? null;
  } while (cursor);
  expect(seen).toEqual([4, 3, 1, 2, 0]);
});

test("without Stripe, every billing endpoint returns 503 and names the missing variable, and the app hides billing", async ({
  as,
  visitor,
}) => {
  expect((await as("owner").get("/api/user/me/")).data.has_billing).toBe(true);
  configure({ STRIPE_SECRET_KEY: undefined });
  const replies = [
    await visitor.get("/api/payprov/plans/"),
    await as("owner").get("/api/payprov/subscription/"),
    await as("owner").get("/api/payprov/transactions/"),
    await as("owner").post(path, { plan: "agency", interval: "month" }),
    await as("owner").post(portal, {}),
  ];
  for (const reply of replies) {
    expect(reply).toFail(503, "not_configured");
    expect(reply.body?.error?.message).toContain("STRIPE_SECRET_KEY");
  }
  expect((await as("owner").get("/api/user/me/")).data.has_billing).toBe(false);
});

test("returns 503 for a checkout when the settings needed to receive its events are missing", async ({ as }) => {
  const known = env.STRIPE_WEBHOOK_SECRET;
  configure({ STRIPE_WEBHOOK_SECRET: undefined });
  const reply = await as("owner").post(path, { plan: "agency", interval: "month" });
  configure({ STRIPE_WEBHOOK_SECRET: known });
  expect(reply).toFail(503, "not_configured");
  expect(reply.body?.error?.message).toContain("STRIPE_WEBHOOK_SECRET");
});
