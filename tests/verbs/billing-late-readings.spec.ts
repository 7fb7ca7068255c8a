import { expect, type Reply, test } from "../support/api";
import { advance, changePrice, endSubscription, Shop, type StripeEvent, tryInvoice } from "../support/stripe";

let shop: Shop;

test.beforeEach(async ({ rest }) => {
  shop = new Shop(rest);
  await shop.open();
  // Sets the test double's clock back, so that moving it ahead doesn't take it past the time of this process.
  shop.stripe.world.now -= 60 * 86_400;
});
test.afterEach(() => shop.close());

/** Performs an action in Stripe and returns the first event of this type that it caused. */
const eventOf = (type: string, work: () => unknown): StripeEvent => {
  const since = shop.stripe.world.events.length;
  work();
  const found = shop.stripe.world.events.slice(since).find((event) => event.type === type);
  if (!found) throw new Error(`Stripe sent no ${type}.`);
  return found;
};

const buyAndPost = async (plan: string) => {
  const buyer = await shop.makeBuyer();
  const { events, ...bought } = await shop.buy(buyer, plan);
  for (const event of events) await shop.post(event);
  return { buyer, ...bought };
};

/**
 * Posts an event and holds back Stripe's response to the next call to this path until `meanwhile` has ended. By then,
 * the response is out of date.
 */
const postWithLateReading = async (
  event: StripeEvent,
  path: string,
  meanwhile: () => Promise<void>,
): Promise<Reply> => {
  const { stripe } = shop;
  let release = (): void => undefined;
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  stripe.slowResponse = { path, until };
  const before = stripe.calls.length;
  const posted = shop.post(event);
  await expect.poll(() => stripe.calls.slice(before).map((call) => call.path)).toContain(path);
  stripe.slowResponse = null;
  await meanwhile();
  release();
  return posted;
};

test("an outdated response about a subscription doesn't overwrite newer data", async () => {
  const { buyer, subscription } = await buyAndPost("starter");
  const { world } = shop.stripe;
  const agency = [...world.prices.values()].find(({ lookup_key }) => lookup_key === "curbcut_agency_month")?.id ?? "";
  const changed = eventOf("customer.subscription.updated", () => changePrice(world, subscription, agency));
  const reply = await postWithLateReading(changed, "/v1/subscriptions", async () => {
    const ended = eventOf("customer.subscription.deleted", () => endSubscription(world, subscription));
    expect((await shop.post(ended)).data).toEqual({ applied: true });
  });
  expect(reply.data).toEqual({ applied: true });
  expect(await shop.stateOf(buyer)).toMatchObject({ plan: "free", subscription: { status: "cancelled" } });
});

test("an outdated response about an invoice doesn't change a paid invoice back to a failed one, and sends no email", async () => {
  const { buyer, customer } = await buyAndPost("agency");
  const { world } = shop.stripe;
  const payer = world.get(world.customers, customer);
  payer.card = "declines";
  const failed = eventOf("invoice.payment_failed", () => advance(world, 31.5));
  const invoice = [...world.invoices.keys()].at(-1) ?? "";
  const reply = await postWithLateReading(failed, `/v1/invoices/${invoice}`, async () => {
    payer.card = "good";
    const paid = eventOf("invoice.paid", () => tryInvoice(world, invoice));
    expect((await shop.post(paid)).data).toEqual({ applied: true });
  });
  expect(reply.data).toEqual({ applied: true });
  const { transactions, emails } = await shop.stateOf(buyer);
  expect(transactions.find(({ provider_id }) => provider_id === invoice)).toMatchObject({ status: "paid" });
  expect(emails).not.toContain("payment-failed");
});
