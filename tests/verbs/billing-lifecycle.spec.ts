import { findOverdue, refreshSubscription } from "@/server/domains/billing";
import { makeAccount, signIn } from "../support/accounts";
import { expect, test } from "../support/api";
import { emailsTo } from "../support/mailbox";
import { createRestClient, uniqueAddress } from "../support/rest-client";
import {
  advance,
  type Buyer,
  cancelLater,
  changePrice,
  daysUntilGivenUp,
  disputeCharge,
  endSubscription,
  expireSession,
  refundCharge,
  Shop,
  settleCheckout,
  tryInvoice,
} from "../support/stripe";

let shop: Shop;
/**
 * Number of days by which the test double's clock is behind, so that all its times are in the past for this process.
 */
const daysBack = 120;

test.beforeEach(async ({ rest }) => {
  shop = new Shop(rest);
  await shop.open();
  shop.stripe.world.now -= daysBack * 86_400;
});
test.afterEach(() => shop.close());

const priceOf = (key: string): string =>
  [...shop.stripe.world.prices.values()].find(({ lookup_key }) => lookup_key === key)?.id ?? "";
const lastCharge = () => [...shop.stripe.world.charges.keys()].at(-1) ?? "";

/** Performs an action in Stripe, then posts the resulting events in reverse order, each twice. */
const happen = async (work: () => unknown): Promise<void> => {
  const since = shop.stripe.world.events.length;
  work();
  const events = shop.stripe.world.events.slice(since);
  for (const event of [...events].reverse()) {
    await shop.post(event);
    await shop.post(event);
  }
};

const buyAndTell = async (buyer: Buyer, plan = "starter", interval = "month", card: "good" | "delayed" = "good") => {
  const bought = await shop.buy(buyer, plan, interval, card);
  for (const event of bought.events) await shop.post(event);
  return bought;
};

/** Returns the templates of the emails to the buyer, excluding those in `before`. */
const listEmailsAfter = async (buyer: Buyer, before: readonly string[]): Promise<string[]> => {
  const { emails } = await shop.stateOf(buyer);
  const rest = [...before];
  return emails.filter((email) => {
    const at = rest.indexOf(email);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
};

test("sends a reminder before a trial ends, and turns the trial into a paid plan", async () => {
  shop.configure({ BILLING_TRIAL_DAYS: 14 });
  const buyer = await shop.makeBuyer();
  const { session } = await buyAndTell(buyer, "agency");
  const begun = await shop.stateOf(buyer);
  expect(begun).toMatchObject({
    plan: "agency",
    subscription: { status: "trialing", trial_ends_at: expect.any(Date) },
  });
  expect(begun.purchases).toMatchObject([{ provider_id: session, amount: 0 }]);
  expect(begun.emails).toEqual(["subscription-created"]);
  await happen(() => advance(shop.stripe.world, 11.5));
  expect(await listEmailsAfter(buyer, begun.emails)).toEqual(["trial-ending"]);
  await happen(() => advance(shop.stripe.world, 3));
  const paid = await shop.stateOf(buyer);
  expect(paid).toMatchObject({ plan: "agency", subscription: { status: "active" } });
  expect(paid.purchases).toHaveLength(1);
  expect(paid.emails).toEqual(["invoice-available", "payment-succeeded", "subscription-created", "trial-ending"]);
  expect(paid.chats).toEqual([
    "bought Agency, billed every month",
    "paid EUR 177.31, invoice DOUBLE-0002",
    "subscribed to Agency (monthly), on trial",
    "the trial ends soon",
  ]);
});

test("an upgrade is prorated and takes effect immediately; a downgrade takes effect in the next period", async () => {
  const buyer = await shop.makeBuyer();
  const { subscription } = await buyAndTell(buyer);
  const { emails } = await shop.stateOf(buyer);
  await happen(() => changePrice(shop.stripe.world, subscription, priceOf("curbcut_agency_month")));
  expect(await shop.stateOf(buyer)).toMatchObject({
    plan: "agency",
    subscription: { plan: "agency" },
    transactions: [{}, {}],
  });
  const more = ["invoice-available", "payment-succeeded", "subscription-updated"];
  expect(await listEmailsAfter(buyer, emails)).toEqual(more);
  for (let index = 0; index < 6; index += 1)
    expect((await buyer.client.post("/api/websites/", { url: `https://w${index}.example/` })).status).toBe(201);
  await happen(() => changePrice(shop.stripe.world, subscription, priceOf("curbcut_starter_month")));
  expect(await shop.stateOf(buyer)).toMatchObject({
    plan: "agency",
    subscription: { next_plan: "starter", next_interval: "month" },
  });
  expect(await listEmailsAfter(buyer, [...emails, ...more])).toEqual([]);
  await happen(() => advance(shop.stripe.world, 32));
  const smaller = await shop.stateOf(buyer);
  expect(smaller).toMatchObject({ plan: "starter", subscription: { plan: "starter", next_plan: null } });
  expect(await listEmailsAfter(buyer, [...emails, ...more])).toEqual([
    "invoice-available",
    "payment-succeeded",
    "subscription-updated",
    "usage-limit-reached",
  ]);
  const list = await buyer.client.get("/api/websites/");
  expect(list.data, "nothing is deleted").toHaveLength(6);
  expect((await buyer.client.post("/api/website-audit/", { website_id: list.data[5].id })).status).toBe(201);
  expect(await buyer.client.post("/api/websites/", { url: "https://more.example/" })).toFail(
    402,
    "plan_limit_reached",
    {
      limit: 5,
      used: 6,
    },
  );
});

test("a monthly plan can be changed to yearly billing", async () => {
  const buyer = await shop.makeBuyer();
  const { subscription } = await buyAndTell(buyer);
  await happen(() => changePrice(shop.stripe.world, subscription, priceOf("curbcut_starter_year")));
  const state = await shop.stateOf(buyer);
  expect(state).toMatchObject({ plan: "starter", subscription: { interval: "year" } });
  expect(state.chats).toContain("changed from Starter (monthly) to Starter (yearly)");
});

test("a cancelled plan stays active until its period ends and can be resumed, and each cancellation sends one email", async () => {
  const buyer = await shop.makeBuyer();
  const { subscription } = await buyAndTell(buyer);
  const { emails } = await shop.stateOf(buyer);
  await happen(() => cancelLater(shop.stripe.world, subscription));
  expect(await shop.stateOf(buyer)).toMatchObject({
    plan: "starter",
    subscription: { status: "active", ends_at: expect.any(Date) },
  });
  expect(await listEmailsAfter(buyer, emails)).toEqual(["subscription-cancelled"]);
  await happen(() => cancelLater(shop.stripe.world, subscription, false));
  expect(await shop.stateOf(buyer)).toMatchObject({ plan: "starter", subscription: { ends_at: null } });
  await happen(() => cancelLater(shop.stripe.world, subscription));
  await happen(() => advance(shop.stripe.world, 32));
  expect(await shop.stateOf(buyer)).toMatchObject({ plan: "free", subscription: { status: "cancelled" } });
  expect(await listEmailsAfter(buyer, emails)).toEqual(["subscription-cancelled", "subscription-cancelled"]);
});

test("a plan that is cancelled in Stripe with immediate effect ends at once, and another can be bought", async () => {
  const buyer = await shop.makeBuyer();
  const { subscription } = await buyAndTell(buyer);
  await happen(() => endSubscription(shop.stripe.world, subscription));
  const gone = await shop.stateOf(buyer);
  expect(gone).toMatchObject({ plan: "free", subscription: { status: "cancelled" } });
  expect(gone.emails).toContain("subscription-cancelled");
  await buyAndTell(buyer, "agency");
  const again = await shop.stateOf(buyer);
  expect(again).toMatchObject({ plan: "agency", purchases: [{}, {}] });
  expect(again.emails.filter((email) => email === "subscription-created")).toHaveLength(2);
});

test("after a failed payment the plan stays active for the grace period, and a later payment keeps it active", async () => {
  const buyer = await shop.makeBuyer();
  const { customer } = await buyAndTell(buyer, "agency");
  const { emails } = await shop.stateOf(buyer);
  const { world } = shop.stripe;
  shop.configure({ BILLING_GRACE_DAYS: 365 });
  world.get(world.customers, customer).card = "declines";
  await happen(() => advance(world, 31.5));
  const owing = await shop.stateOf(buyer);
  expect(owing).toMatchObject({ plan: "agency", subscription: { status: "past_due", grace_until: expect.any(Date) } });
  expect(owing.transactions).toContainEqual(expect.objectContaining({ status: "failed" }));
  expect(await listEmailsAfter(buyer, emails)).toEqual(["payment-failed"]);
  const shown = (await buyer.client.get("/api/payprov/subscription/")).data;
  expect(shown).toMatchObject({ status: "past_due", pay_url: expect.stringContaining("https://invoice.stripe.test/") });
  await happen(() => advance(world, 3.5));
  expect(await listEmailsAfter(buyer, emails), "a second attempt sends no second email").toEqual(["payment-failed"]);
  world.get(world.customers, customer).card = "asks";
  await happen(() => advance(world, 2));
  expect(await listEmailsAfter(buyer, emails)).toEqual(["payment-action-required", "payment-failed"]);
  world.get(world.customers, customer).card = "good";
  await happen(() => tryInvoice(world, [...world.invoices.keys()].at(-1) ?? ""));
  expect(await shop.stateOf(buyer)).toMatchObject({
    plan: "agency",
    subscription: { status: "active", grace_until: null },
  });
  expect((await buyer.client.get("/api/payprov/subscription/")).data.pay_url).toBeNull();
});

test("the plan is suspended when the grace period ends, even without an event, and a payment restores it", async ({
  db,
}) => {
  const { world } = shop.stripe;
  // Only the end of the grace period makes the plan overdue, because the unpaid period began a few days ago.
  world.now += (daysBack - 35) * 86_400;
  const buyer = await shop.makeBuyer();
  const { customer } = await buyAndTell(buyer, "agency");
  world.afterRetries = "past_due";
  shop.configure({ BILLING_GRACE_DAYS: 365 });
  world.get(world.customers, customer).card = "declines";
  await happen(() => advance(world, 31.5));
  expect(await shop.stateOf(buyer)).toMatchObject({ plan: "agency" });
  expect(await findOverdue()).not.toContain(customer);
  shop.configure({ BILLING_GRACE_DAYS: 2 });
  await db.subscription.update({
    where: { org_id: buyer.org_id },
    data: { grace_until: new Date(Date.now() - 60_000) },
  });
  expect(await findOverdue()).toContain(customer);
  await refreshSubscription(customer);
  expect(await shop.stateOf(buyer)).toMatchObject({
    plan: "free",
    subscription: { status: "past_due", plan: "agency" },
  });
  expect(await findOverdue()).not.toContain(customer);
  world.get(world.customers, customer).card = "good";
  await happen(() => tryInvoice(world, [...world.invoices.keys()].at(-1) ?? ""));
  expect(await shop.stateOf(buyer)).toMatchObject({ plan: "agency", subscription: { status: "active" } });
});

test("when Stripe stops retrying a payment, the plan ends as configured in Stripe @long", async () => {
  for (const [end, status] of [
    ["canceled", "cancelled"],
    ["unpaid", "unpaid"],
  ] as const) {
    const buyer = await shop.makeBuyer();
    const { customer } = await buyAndTell(buyer);
    const { world } = shop.stripe;
    world.afterRetries = end;
    world.get(world.customers, customer).card = "declines";
    await happen(() => advance(world, 31.5 + daysUntilGivenUp));
    expect(await shop.stateOf(buyer)).toMatchObject({ plan: "free", subscription: { status } });
  }
});

test("a refresh restores the state of a plan when all events about a change were lost", async () => {
  const buyer = await shop.makeBuyer();
  const { subscription, customer } = await buyAndTell(buyer);
  cancelLater(shop.stripe.world, subscription);
  advance(shop.stripe.world, 32);
  expect(await shop.stateOf(buyer)).toMatchObject({ plan: "starter" });
  expect(await findOverdue()).toContain(customer);
  await refreshSubscription(customer);
  expect(await shop.stateOf(buyer)).toMatchObject({ plan: "free", subscription: { status: "cancelled" } });
  expect(await findOverdue()).not.toContain(customer);
});

test("a refresh also finds a first plan whose events were all lost", async () => {
  shop.stripe.world.now += daysBack * 86_400;
  const buyer = await shop.makeBuyer();
  const { customer } = await shop.buy(buyer, "agency");
  expect(await findOverdue()).toContain(customer);
  await refreshSubscription(customer);
  expect(await shop.stateOf(buyer)).toMatchObject({ plan: "agency", emails: ["subscription-created"] });
  expect(await findOverdue()).not.toContain(customer);
});

test("a refresh skips a first checkout that was started more than three days ago", async ({ db }) => {
  const buyer = await shop.makeBuyer();
  const { data } = await shop.startCheckout(buyer);
  const { customer } = shop.stripe.world.get(shop.stripe.world.sessions, data.session_id);
  const ageByHours = (hours: number) =>
    db.$executeRaw`UPDATE organisations SET updated_at = now() - ${hours} * interval '1 hour' WHERE id = ${buyer.org_id}::uuid`;
  await ageByHours(71);
  expect(await findOverdue()).toContain(customer);
  await ageByHours(73);
  expect(await findOverdue()).not.toContain(customer);
});

test("if several plans have ended, stores the newest one and sends one email for each", async () => {
  const buyer = await shop.makeBuyer();
  const { world } = shop.stripe;
  for (const plan of ["starter", "agency"]) {
    const { subscription } = await buyAndTell(buyer, plan);
    await happen(() => endSubscription(world, subscription));
    const { plan: current, subscription: stored, emails } = await shop.stateOf(buyer);
    expect(current).toBe("free");
    expect(stored).toMatchObject({ provider_id: subscription, plan, status: "cancelled" });
    const ends = emails.filter((email) => email === "subscription-cancelled");
    expect(ends).toHaveLength(plan === "starter" ? 1 : 2);
    world.now += 60;
  }
});

test("a purchase doesn't refer to a user who left the organisation during the checkout", async ({ db, rest }) => {
  const buyer = await shop.makeBuyer();
  const payer = await makeAccount({ org_id: buyer.org_id, role: "billing" });
  const { access_token } = await signIn(payer);
  const headers = { authorization: `Bearer ${access_token}`, "x-client-ip": uniqueAddress() };
  const { session, events } = await shop.buy({ ...buyer, client: createRestClient(rest, async () => headers) });
  expect(shop.stripe.world.get(shop.stripe.world.sessions, session).metadata["user_id"]).toBe(payer.id);
  await db.membership.deleteMany({ where: { org_id: buyer.org_id, user_id: payer.id } });
  for (const event of events) await shop.post(event);
  expect((await shop.stateOf(buyer)).purchases).toMatchObject([{ provider_id: session, user_id: null }]);
});

test("emails about billing go to owners and to members with the billing role, unless they are disabled", async ({
  db,
}) => {
  const buyer = await shop.makeBuyer();
  const { org_id } = buyer;
  const others = {
    payer: await makeAccount({ org_id, role: "billing" }),
    disabled: await makeAccount({ org_id, role: "billing" }),
    admin: await makeAccount({ org_id, role: "admin" }),
  };
  await db.membership.updateMany({ where: { user_id: others.disabled.id }, data: { disabled_at: new Date() } });
  await buyAndTell(buyer);
  const received = async ({ email }: { email: string }) => (await emailsTo(email)).map(({ template }) => template);
  expect(await received(buyer.owner)).toContain("subscription-created");
  expect(await received(others.payer)).toEqual(await received(buyer.owner));
  expect([await received(others.disabled), await received(others.admin)]).toEqual([[], []]);
});

test("a plan with a delayed payment becomes active when the payment arrives, but not if the payment fails", async () => {
  for (const isPaid of [true, false]) {
    const buyer = await shop.makeBuyer();
    const { session } = await buyAndTell(buyer, "starter", "month", "delayed");
    expect(await shop.stateOf(buyer)).toMatchObject({
      plan: "free",
      purchases: [],
      subscription: { status: "incomplete" },
    });
    await happen(() => settleCheckout(shop.stripe.world, session, isPaid));
    const state = await shop.stateOf(buyer);
    expect(state.plan).toBe(isPaid ? "starter" : "free");
    expect(state.purchases).toHaveLength(isPaid ? 1 : 0);
  }
});

test("a checkout that is not completed changes nothing", async () => {
  const buyer = await shop.makeBuyer();
  const { data } = await shop.startCheckout(buyer);
  await happen(() => expireSession(shop.stripe.world, data.session_id));
  expect(await shop.stateOf(buyer)).toMatchObject({ plan: "free", subscription: null, purchases: [], emails: [] });
});

test("sends one notification about a refund, even if the refund is pending at first, and none about a failed refund", async () => {
  const buyer = await shop.makeBuyer();
  await buyAndTell(buyer);
  const { emails } = await shop.stateOf(buyer);
  const { world } = shop.stripe;
  const refund = (amount: number, status: string) => {
    const id = refundCharge(world, lastCharge(), amount);
    world.get(world.others, id)["status"] = status;
    return id;
  };
  await happen(() => refund(300, "failed"));
  expect(await listEmailsAfter(buyer, emails)).toEqual([]);
  const since = world.events.length;
  const pending = refund(500, "pending");
  await shop.sendEventsSince(since);
  world.get(world.others, pending)["status"] = "succeeded";
  await happen(() => refund(700, "succeeded"));
  const state = await shop.stateOf(buyer);
  expect(await listEmailsAfter(buyer, emails)).toEqual(["refund-issued", "refund-issued"]);
  expect(state.chats.filter((text) => text.startsWith("was refunded"))).toEqual([
    "was refunded EUR 5.00",
    "was refunded EUR 7.00",
  ]);
  const refunds = state.transactions.filter(({ kind }) => kind === "refund");
  expect(refunds.map(({ amount, status }) => `${amount} ${status}`).toSorted()).toEqual([
    "300 failed",
    "500 succeeded",
    "700 succeeded",
  ]);
});

test("sends one email about each refund, however many events report it, and notifies the team of a dispute", async () => {
  const buyer = await shop.makeBuyer();
  await buyAndTell(buyer);
  const { emails } = await shop.stateOf(buyer);
  await happen(() => refundCharge(shop.stripe.world, lastCharge(), 500));
  await happen(() => refundCharge(shop.stripe.world, lastCharge(), 700));
  expect(await listEmailsAfter(buyer, emails)).toEqual(["refund-issued", "refund-issued"]);
  await happen(() => disputeCharge(shop.stripe.world, lastCharge()));
  const state = await shop.stateOf(buyer);
  expect(state.plan, "the plan is unchanged").toBe("starter");
  expect(state.transactions.map(({ kind, amount }) => [kind, amount]).toSorted()).toEqual([
    ["dispute", 2_261],
    ["invoice", 2_261],
    ["refund", 500],
    ["refund", 700],
  ]);
  expect(state.chats).toContain("disputed a payment of EUR 22.61 (needs response)");
  await happen(() => disputeCharge(shop.stripe.world, lastCharge(), "under_arbitration"));
  const { transactions } = await shop.stateOf(buyer);
  expect(transactions.map(({ status }) => status)).toContain("other");
});
