import { getDatabase } from "@/server/adapters/database";
import { getPayments } from "@/server/adapters/payments";
import type { Payments } from "@/server/adapters/payments/port";
import { processWide } from "@/server/core/process-wide";
import { expect, test } from "../support/api";
import { rounds } from "../support/rounds";
import { type Buyer, changePrice, refundCharge, Shop, type StripeEvent } from "../support/stripe";

let shop: Shop;

test.beforeAll(async ({ rest }) => {
  shop = new Shop(rest);
  await shop.open();
});
test.afterAll(() => shop.close());

const permutationsOf = <Item>(items: readonly Item[]): Item[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((first, at) => permutationsOf(items.toSpliced(at, 1)).map((rest) => [first, ...rest]));

const remembered = [
  "listPrices",
  "listSubscriptions",
  "readCheckout",
  "readInvoice",
  "readCharge",
  "readDispute",
] as const;

/** Caches Stripe's responses, which don't change while the events arrive, so that each call is made only once. */
const cacheAnswers = (): void => {
  const payments = getPayments();
  const answers = new Map<string, unknown>();
  const cached = Object.fromEntries(
    remembered.map((name) => [
      name,
      (given: never) => {
        const key = JSON.stringify([name, given]);
        if (!answers.has(key)) answers.set(key, payments[name](given));
        return answers.get(key);
      },
    ]),
  );
  processWide<Payments>("payments").value = { ...payments, ...cached };
};

/** Resets the organisation to its state before the first event. */
const resetOrganisation = async ({ org_id, owner }: Buyer): Promise<void> => {
  const { prisma } = await getDatabase();
  await prisma.$executeRaw`
    WITH one AS (DELETE FROM subscriptions WHERE org_id = ${org_id}::uuid),
      two AS (DELETE FROM user_plan_purchases WHERE org_id = ${org_id}::uuid),
      three AS (DELETE FROM billing_transactions WHERE org_id = ${org_id}::uuid),
      four AS (DELETE FROM billing_events),
      five AS (DELETE FROM email_messages WHERE "to" = ${owner.email}),
      six AS (DELETE FROM outbox_events)
    UPDATE organisations SET plan = 'free' WHERE id = ${org_id}::uuid`;
};

const ofInterest = /^(checkout\.|customer\.subscription\.|invoice\.paid|charge\.refunded)/;
/** Number of events. Five, the default, can arrive in 120 orders; six can arrive in 720. */
const most = rounds("BILLING_PERMUTED_EVENTS", { usual: 5, promised: 6 });

test("a subscription's events lead to one purchase and the same state whatever order they arrive in, even if one arrives twice [#127] @long", async () => {
  test.setTimeout(900_000);
  const buyer = await shop.makeBuyer();
  const { subscription, events } = await shop.buy(buyer, "starter");
  const since = shop.stripe.world.events.length;
  const agency = [...shop.stripe.world.prices.values()].find(({ lookup_key }) => lookup_key === "curbcut_agency_month");
  changePrice(shop.stripe.world, subscription, agency?.id ?? "");
  refundCharge(shop.stripe.world, [...shop.stripe.world.charges.keys()][0] ?? "", 500);
  const delivered: StripeEvent[] = [...events, ...shop.stripe.world.events.slice(since)]
    .filter(({ type }) => ofInterest.test(type))
    .slice(0, most);
  expect(
    delivered
      .map(({ type }) => type)
      .toSorted()
      .slice(0, 3),
  ).toEqual(["checkout.session.completed", "customer.subscription.created", "customer.subscription.updated"]);
  cacheAnswers();
  const orders = permutationsOf(delivered);
  const states = new Map<string, number>();
  for (const [round, order] of orders.entries()) {
    await resetOrganisation(buyer);
    for (const [at, event] of order.entries()) {
      expect((await shop.post(event)).data).toEqual({ applied: true });
      if (round < order.length && at === round) expect((await shop.post(event)).data).toEqual({ applied: false });
    }
    const state = JSON.stringify(await shop.stateOf(buyer));
    states.set(state, (states.get(state) ?? 0) + 1);
  }
  console.log(`${orders.length} orders of ${delivered.length} events: ${states.size} final state`);
  expect([...states.values()]).toEqual([orders.length]);
  const state = await shop.stateOf(buyer);
  expect(state).toMatchObject({
    plan: "agency",
    subscription: { provider_id: subscription, plan: "agency", status: "active" },
  });
  expect(state.purchases).toHaveLength(1);
  expect(state.emails.filter((email) => email === "subscription-created")).toHaveLength(1);
});
