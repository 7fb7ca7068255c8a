import { expect, test } from "@playwright/test";
import { openDatabase } from "@/server/adapters/database";
import { readEmails, registerUser } from "../support/app/api-user";
import { behindProxy } from "../support/app/report-caller";
import { type RunningApp, startApp } from "../support/app/running-app";
import { rounds } from "../support/rounds";
import { completeCheckout, type StripeEvent, type StripeServer, signWebhook, startStripe } from "../support/stripe";

const secret = "whsec_of_a_kill";
const kills = rounds("BILLING_KILLS", { usual: 2, promised: 20 });

let stripe: StripeServer;
let app: RunningApp;
test.beforeAll(async () => {
  stripe = await startStripe();
  stripe.world.addPlan("agency", 14_900);
  const payments = { STRIPE_SECRET_KEY: stripe.apiKey, STRIPE_BASE_URL: stripe.url, STRIPE_WEBHOOK_SECRET: secret };
  app = await startApp({ env: { ...behindProxy, ...payments, BILLING_TRIAL_DAYS: "0" } });
});
test.afterAll(() => stripe.stop());

/** Posts an event and returns the response's status, or null if the connection broke before a response arrived. */
const post = async (event: StripeEvent): Promise<number | null> => {
  const body = JSON.stringify(event);
  const headers = signWebhook(body, { secret });
  const reply = await fetch(`${app.url}/api/payprov/webhook`, { method: "POST", body, headers }).catch(() => null);
  return reply?.status ?? null;
};

/** Retries until the event is accepted, as Stripe does. */
const postUntilTaken = async (event: StripeEvent): Promise<void> => expect.poll(() => post(event)).toBe(200);

const templatesTo = async (email: string): Promise<string[]> =>
  (await readEmails(app)).filter(({ to }) => to === email).map(({ subject }) => subject);

const once = [/^Your payment of EUR 177\.31 was received$/, /^Your Agency plan is active$/, /^Invoice DOUBLE-\d+ from/];

test(`kill -9 while Stripe sends events, ${kills} times: each payment creates one purchase, and every email is sent once`, async () => {
  test.setTimeout(60_000 + kills * 30_000);
  let acknowledged = 0;
  let cutOff = 0;
  for (let round = 0; round < kills; round += 1) {
    const email = `killed-${round}@example.org`;
    const buyer = await registerUser(app, email);
    const { data } = await buyer.call("POST", "/api/payprov/create-checkout-session/", {
      plan: "agency",
      interval: "month",
    });
    const since = stripe.world.events.length;
    completeCheckout(stripe.world, stripe.objects, data.session_id);
    const events = stripe.world.events.slice(since);
    const under = [...events, ...events].map(async (event, at) => {
      await new Promise((resolve) => setTimeout(resolve, at * 4));
      return post(event);
    });
    await new Promise((resolve) => setTimeout(resolve, (round * 17) % 90));
    await app.kill();
    const answers = await Promise.all(under);
    acknowledged += answers.filter((status) => status === 200).length;
    cutOff += answers.filter((status) => status === null).length;
    await app.restart();
    for (const [at, event] of events.entries())
      if (answers[at] !== 200 && answers[at + events.length] !== 200) await postUntilTaken(event);
    await expect
      .poll(async () => (await buyer.call("GET", "/api/payprov/subscription/")).data)
      .toMatchObject({
        plan: "agency",
        status: "active",
      });
    expect((await buyer.call("GET", "/api/payprov/transactions/")).data).toMatchObject([{ status: "paid" }]);
    for (const subject of once)
      await expect.poll(async () => (await templatesTo(email)).filter((each) => subject.test(each)).length).toBe(1);
  }
  const emails = await Promise.all(
    Array.from({ length: kills }, (_, round) => templatesTo(`killed-${round}@example.org`)),
  );
  await app.stop();
  const database = await openDatabase({ dataDir: app.dataDir });
  const purchases = await database.prisma.userPlanPurchase.groupBy({ by: ["org_id"], _count: true });
  await database.close();
  expect(purchases.map(({ _count }) => _count)).toEqual(Array.from({ length: kills }, () => 1));
  for (const subjects of emails)
    for (const subject of once) expect(subjects.filter((each) => subject.test(each))).toHaveLength(1);
  console.log(
    `${kills} kills: ${acknowledged} events acknowledged before, ${cutOff} cut off, ${purchases.length} purchases`,
  );
});
