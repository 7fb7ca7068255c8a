import { type Database, getDatabase, openDatabase, setDatabase } from "@/server/adapters/database";
import { env } from "@/server/core/env";
import { newId } from "@/server/core/ids";
import { authenticate } from "@/server/domains/identity/auth/authenticate";
import { createRestHandler } from "@/server/endpoint/rest";
import { appRouter } from "@/server/router";
import { expect, test } from "../support/api";
import { configure } from "../support/configure";
import { findPostgres, type Postgres, startPostgres } from "../support/postgres";
import { Shop, signWebhook, webhookPath } from "../support/stripe";

let shop: Shop;

test.beforeAll(async ({ rest }) => {
  shop = new Shop(rest);
  await shop.open();
});
test.beforeEach(() => shop.configure());
test.afterAll(() => shop.close());

const noise = () => ({ id: `evt_${newId()}`, type: "customer.updated", data: { object: { id: "cus_1" } } });
const secret = () => env.STRIPE_WEBHOOK_SECRET ?? "";

test("a completed payment creates one purchase and immediately applies the plan and its limits [#94] [#127]", async () => {
  const buyer = await shop.makeBuyer();
  const { session, subscription, events } = await shop.buy(buyer, "agency", "year");
  const completed = events.find(({ type }) => type === "checkout.session.completed");
  const reply = await shop.post(completed ?? {});
  expect(reply.status).toBe(200);
  expect(reply.data).toEqual({ applied: true });
  const state = await shop.stateOf(buyer);
  expect(state).toMatchObject({
    plan: "agency",
    subscription: { provider_id: subscription, plan: "agency", interval: "year", status: "active", ends_at: null },
    emails: ["subscription-created"],
  });
  expect(state.purchases).toEqual([
    {
      user_id: buyer.owner.id,
      plan: "agency",
      interval: "year",
      amount: Math.round(149_000 * 1.19),
      currency: "eur",
      provider_id: session,
    },
  ]);
  for (let count = 0; count < 2; count += 1)
    expect((await buyer.client.post("/api/websites/", { url: `https://${newId()}.example/` })).status).toBe(201);
});

test("accepts the URL with and without a trailing slash, and ignores a bearer token [#115]", async ({ visitor }) => {
  for (const path of [webhookPath, `${webhookPath}/`])
    for (const authorization of ["", "Bearer nonsense", "Basic eDp5"]) {
      const body = JSON.stringify(noise());
      const headers = { ...signWebhook(body, { secret: secret() }), ...(authorization ? { authorization } : {}) };
      const reply = await visitor.post(path, body, headers);
      expect(reply.status).toBe(200);
      expect(reply.data).toEqual({ applied: false });
    }
});

test("accepts only events signed by Stripe, with a timestamp within 300 s of the current time [#74]", async ({
  visitor,
}) => {
  const body = JSON.stringify(noise());
  const good = signWebhook(body, { secret: secret() });
  const [time = "", mark = ""] = (good["stripe-signature"] ?? "").split(",");
  const later = `t=${Number(time.slice(2)) + 1}`;
  const other = signWebhook(body, { secret: "whsec_of_somebody_else" });
  const hostile: Record<string, string>[] = [
    {},
    { "stripe-signature": "" },
    { "stripe-signature": time },
    { "stripe-signature": mark },
    { "stripe-signature": `${later},${mark}` },
    { "stripe-signature": `${time},${mark.replace("v1=", "v0=")}` },
    { "stripe-signature": `${time},${mark.slice(0, -2)}` },
    { "stripe-signature": `${time},${later},${mark}` },
    { "stripe-signature": `t=1e9999,${mark}` },
    { "stripe-signature": `t=-1,${mark}` },
    { "stripe-signature": `${time},v1=\u00e9${mark.slice(4)}` },
    { "stripe-signature": `${time},v1,v0` },
    { "stripe-signature": `${time}x,${mark}` },
    other,
    signWebhook(`${body} `, { secret: secret() }),
    signWebhook(body, { secret: secret(), ahead: -310 }),
    signWebhook(body, { secret: secret(), ahead: 310 }),
    signWebhook(body, { secret: secret(), ahead: 10 ** 9 }),
  ];
  for (const headers of hostile)
    expect(await visitor.post(webhookPath, body, headers), JSON.stringify(headers)).toFail(400, "invalid_signature");
  for (const ahead of [-290, 290])
    expect((await visitor.post(webhookPath, body, signWebhook(body, { secret: secret(), ahead }))).status).toBe(200);
  const rotated = (other["stripe-signature"] ?? "").replace(/^t=\d+/, time);
  const both = { "stripe-signature": `${rotated},${mark}` };
  expect((await visitor.post(webhookPath, body, both)).status, "either of two secrets is valid").toBe(200);
});

test("verifies the signature against the raw bytes", async ({ visitor }) => {
  const body = `{ "id":"evt_${newId()}",\n"type":"x.y","data":{"object":{"name":"\u00fc"}}}\n`;
  expect((await visitor.post(webhookPath, body, signWebhook(body, { secret: secret() }))).status).toBe(200);
  const again = JSON.stringify(JSON.parse(body));
  expect(await visitor.post(webhookPath, again, signWebhook(body, { secret: secret() }))).toFail(
    400,
    "invalid_signature",
  );
});

test("accepts and ignores events that are irrelevant, concern an unknown customer or have an unexpected shape", async ({
  db,
}) => {
  const before = await db.billingEvent.count();
  const strange = [
    noise(),
    { ...noise(), type: "constructor" },
    { ...noise(), type: "invoice.paid" },
    { ...noise(), type: "invoice.paid", data: { object: { id: "in_none" } } },
    { ...noise(), type: "invoice.paid", data: { object: { id: "../customers" } } },
    {
      ...noise(),
      type: "customer.subscription.updated",
      data: { object: { id: "sub_1", customer: "cus_of_another_shop" } },
    },
    { ...noise(), type: "customer.subscription.deleted", data: { object: { id: "sub_1", customer: { id: 7 } } } },
    { ...noise(), type: "charge.refunded", data: { object: { id: 12 } } },
    { ...noise(), type: "a\u0000b" },
  ];
  for (const event of strange) {
    const reply = await shop.post(event);
    expect(reply.status, event.type).toBe(200);
    expect(reply.data).toEqual({ applied: false });
  }
  expect(await db.billingEvent.count()).toBe(before);
});

test("returns 400 for a body that isn't an event", async ({ visitor }) => {
  for (const body of [
    "[]",
    "{}",
    '{"id":1,"type":"x","data":{"object":{}}}',
    '{"id":"a","type":"x","data":{}}',
    "no json",
  ])
    expect((await visitor.post(webhookPath, body, signWebhook(body, { secret: secret() }))).status, body).toBe(400);
});

test("does not acknowledge an event that it couldn't store, and applies it when Stripe resends it", async () => {
  const buyer = await shop.makeBuyer();
  const { events } = await shop.buy(buyer);
  const paid = events.find(({ type }) => type === "invoice.paid") ?? {};
  shop.stripe.plannedErrors.push({ kind: "refuse", status: 401 });
  expect(await shop.post(paid)).toFail(502, "upstream_failed");
  expect(await shop.stateOf(buyer)).toMatchObject({ plan: "free", subscription: null, transactions: [], emails: [] });
  expect((await shop.post(paid)).data).toEqual({ applied: true });
  expect(await shop.stateOf(buyer)).toMatchObject({ plan: "starter", transactions: [{ status: "paid" }] });
});

test("returns 503 for a plan with an unknown price instead of dropping the event", async () => {
  const buyer = await shop.makeBuyer();
  const { events, subscription } = await shop.buy(buyer);
  const { world } = shop.stripe;
  const created = events.find(({ type }) => type === "customer.subscription.created") ?? {};
  const odd = { lookup_key: null, product: "prod_odd", unit_amount: 1, currency: "eur", interval: "month" } as const;
  world.get(world.subscriptions, subscription).price = world.addPrice(odd).id;
  expect(await shop.post(created)).toFail(503, "not_configured");
  const { product } = [...world.prices.values()].find(({ lookup_key }) => lookup_key === "curbcut_agency_month") ?? odd;
  world.get(world.subscriptions, subscription).price = world.addPrice({ ...odd, product }).id;
  expect((await shop.post(created)).data).toEqual({ applied: true });
  expect((await shop.stateOf(buyer)).plan, "a previous price of the same product").toBe("agency");
});

test("returns 503 and names the missing setting", async ({ visitor }) => {
  const body = JSON.stringify({ ...noise(), type: "invoice.paid" });
  const headers = signWebhook(body, { secret: secret() });
  configure({ STRIPE_SECRET_KEY: undefined });
  const unpaid = await visitor.post(webhookPath, body, headers);
  expect(unpaid).toFail(503, "not_configured");
  expect(unpaid.body?.error?.message).toContain("STRIPE_SECRET_KEY");
  const known = secret();
  configure({ STRIPE_WEBHOOK_SECRET: undefined });
  const unsigned = await visitor.post(webhookPath, body, headers);
  configure({ STRIPE_WEBHOOK_SECRET: known });
  expect(unsigned).toFail(503, "not_configured");
  expect(unsigned.body?.error?.message).toContain("STRIPE_WEBHOOK_SECRET");
});

const fiftyCopies = async () => {
  const buyer = await shop.makeBuyer();
  const { events } = await shop.buy(buyer, "agency");
  const completed = events.find(({ type }) => type === "checkout.session.completed") ?? {};
  const replies = await Promise.all(Array.from({ length: 50 }, () => shop.post(completed)));
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
  expect(replies.filter(({ data }) => data.applied)).toHaveLength(1);
  const state = await shop.stateOf(buyer);
  expect(state).toMatchObject({ plan: "agency", emails: ["subscription-created"] });
  expect(state.purchases).toHaveLength(1);
  expect(state.chats).toHaveLength(2);
};

test("50 simultaneous copies of one event create one purchase [#127] @long", fiftyCopies);

test.describe("on PostgreSQL, where calls really run concurrently", () => {
  test.skip(findPostgres() === null, "PostgreSQL is not installed");
  let postgres: Postgres;
  let database: Database;
  let before: Database;
  let usual: Shop;

  test.beforeAll(async () => {
    before = await getDatabase();
    postgres = await startPostgres(findPostgres() ?? "");
    database = await openDatabase({ url: postgres.url });
    setDatabase(database);
    usual = shop;
    shop = new Shop(createRestHandler(appRouter, authenticate));
    await shop.open();
  });
  test.afterAll(async () => {
    if (!database) return;
    shop.close();
    shop = usual;
    setDatabase(before);
    await database.close();
    await postgres.stop();
  });

  test("50 simultaneous copies of one event create one purchase @long", fiftyCopies);

  test("a subscription's events, all sent twice at the same time, create one purchase and one email of each kind", async () => {
    const buyer = await shop.makeBuyer();
    const { events } = await shop.buy(buyer, "agency");
    const replies = await Promise.all([...events, ...events].map((event) => shop.post(event)));
    for (const { status } of replies) expect(status).toBe(200);
    const state = await shop.stateOf(buyer);
    expect(state).toMatchObject({
      plan: "agency",
      subscription: { status: "active" },
      transactions: [{ status: "paid" }],
    });
    expect(state.purchases).toHaveLength(1);
    expect(state.emails).toEqual(["invoice-available", "payment-succeeded", "subscription-created"]);
  });
});
