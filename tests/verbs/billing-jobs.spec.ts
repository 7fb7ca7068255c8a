import { inngest } from "@/inngest/client";
import { type EmbeddedRunner, startEmbeddedRunner } from "@/inngest/embedded";
import { endSubscriptionsJob } from "@/inngest/functions/disconnect-services";
import { reconcileBilling } from "@/inngest/functions/reconcile-billing";
import { getDatabase } from "@/server/adapters/database";
import { newId } from "@/server/core/ids";
import { removeEmptyOrganisation } from "@/server/domains/operations/deletion";
import { expect, test } from "../support/api";
import { configure } from "../support/configure";
import { emailsTo } from "../support/mailbox";
import { purgeOldRows } from "../support/purge";
import { type Buyer, endSubscription, Shop } from "../support/stripe";

test.use({ alone: "jobs" });

let shop: Shop;
let runner: EmbeddedRunner;

test.beforeAll(async ({ rest, database }) => {
  shop = new Shop(rest);
  await shop.open();
  const functions = [endSubscriptionsJob, reconcileBilling];
  runner = await startEmbeddedRunner({ database, client: inngest, functions, backoffMs: () => 50 });
});
test.afterAll(async () => {
  await runner.stop();
  shop.close();
});

const poll = <T>(read: () => T | Promise<T>) => expect.poll(read, { intervals: [20] });

const subscribe = async (plan = "starter") => {
  const buyer = await shop.makeBuyer();
  const { subscription, events } = await shop.buy(buyer, plan);
  for (const event of events) await shop.post(event);
  return { buyer, subscription };
};

const statusOf = (subscription: string) => shop.stripe.world.get(shop.stripe.world.subscriptions, subscription).status;

const keptOf = async ({ org_id }: Buyer): Promise<number> => {
  const { prisma } = await getDatabase();
  const where = { org_id };
  return (await prisma.billingTransaction.count({ where })) + (await prisma.userPlanPurchase.count({ where }));
};

test("stops charging a deleted organisation, even when Stripe is down at first @long", async () => {
  const { buyer, subscription } = await subscribe();
  shop.stripe.plannedErrors.push({ kind: "refuse", status: 500 }, { kind: "refuse", status: 500 });
  const name = encodeURIComponent(buyer.name);
  const reply = await buyer.client.delete(`/api/organisations/${buyer.org_id}/?confirm_name=${name}`);
  expect(reply.status).toBe(200);
  await poll(() => statusOf(subscription)).toBe("canceled");
  await poll(() => keptOf(buyer)).toBe(0);
});

test("stops charging an organisation that is deleted with its last account @long", async ({ db }) => {
  const { buyer, subscription } = await subscribe();
  await db.user.delete({ where: { id: buyer.owner.id } });
  await removeEmptyOrganisation(buyer.org_id);
  await poll(() => statusOf(subscription)).toBe("canceled");
});

test("keeps the purchases of someone who deletes their account, but not their name @long", async ({ db }) => {
  const { buyer } = await subscribe();
  const reply = await buyer.client.delete("/api/user/me/");
  expect(reply.status).toBe(202);
  const rows = await db.userPlanPurchase.findMany({ where: { org_id: buyer.org_id } });
  expect(rows).toMatchObject([{ user_id: null }]);
});

const warningsTo = async ({ owner }: Buyer) =>
  (await emailsTo(owner.email)).filter(({ template }) => template.startsWith("usage-"));

test("sends one email at 80% of the website limit and one at 100%, and neither twice @long", async ({ db }) => {
  const { buyer } = await subscribe("starter");
  const add = async () => {
    const reply = await buyer.client.post("/api/websites/", { url: `https://${newId()}.example/` });
    expect(reply.status).toBe(201);
    return reply.data.id;
  };
  for (let count = 0; count < 3; count += 1) await add();
  expect(await warningsTo(buyer)).toEqual([]);
  const fourth = await add();
  const warning = { template: "usage-limit-warning", data: { limit: "5 websites", used: 4 } };
  expect(await warningsTo(buyer)).toEqual([warning]);
  await buyer.client.delete(`/api/websites/${fourth}/`);
  await add();
  expect(await warningsTo(buyer)).toEqual([warning]);
  await add();
  const reached = { template: "usage-limit-reached", data: { limit: "5 websites" } };
  expect(await warningsTo(buyer)).toEqual([warning, reached]);
  await db.usageWarning.deleteMany({ where: { org_id: buyer.org_id, percent: 100 } });
  expect(await buyer.client.post("/api/websites/", { url: "https://sixth.example/" })).toFail(
    402,
    "plan_limit_reached",
  );
  expect(await warningsTo(buyer), "rejected calls do not count").toHaveLength(2);
});

test("sends the email about the website limit again when a change of plan lowers the limit @long", async () => {
  const { buyer, subscription } = await subscribe("starter");
  for (let count = 0; count < 5; count += 1)
    expect((await buyer.client.post("/api/websites/", { url: `https://${newId()}.example/` })).status).toBe(201);
  const since = shop.stripe.world.events.length;
  endSubscription(shop.stripe.world, subscription);
  await shop.sendEventsSince(since);
  expect(await warningsTo(buyer)).toEqual([
    { template: "usage-limit-warning", data: { limit: "5 websites", used: 4 } },
    { template: "usage-limit-reached", data: { limit: "5 websites" } },
    { template: "usage-limit-reached", data: { limit: "1 website" } },
  ]);
});

test("sends no warnings without Stripe", async ({ as, db, org_id }) => {
  configure({ STRIPE_SECRET_KEY: undefined });
  const reply = await as("owner").post("/api/websites/", { url: `https://${newId()}.example/` });
  shop.configure();
  expect(reply.status).toBe(201);
  expect(await db.usageWarning.count({ where: { org_id } })).toBe(0);
});

test("purges the ids of old events", async ({ db }) => {
  const [young, old] = [`evt_${newId()}`, `evt_${newId()}`];
  const created_at = new Date(Date.now() - 91 * 86_400_000);
  await db.billingEvent.createMany({
    data: [
      { id: young, type: "invoice.paid" },
      { id: old, type: "invoice.paid", created_at },
    ],
  });
  await purgeOldRows();
  expect((await db.billingEvent.findMany({ where: { id: { in: [young, old] } } })).map(({ id }) => id)).toEqual([
    young,
  ]);
});
