import { expect, test } from "@playwright/test";
import { readEmails } from "../support/app/api-user";
import { type RunningApp, startApp } from "../support/app/running-app";
import { type StripeServer, startStripe } from "../support/stripe";

const apiKey = "promotion-code-kill-service-key-0001";

let stripe: StripeServer;
let app: RunningApp;
test.beforeAll(async () => {
  stripe = await startStripe();
  const STRIPE_AGENCY_COUPON_ID = stripe.objects.addCoupon({ percent_off: 25 }).id;
  const payments = { STRIPE_SECRET_KEY: stripe.apiKey, STRIPE_BASE_URL: stripe.url, STRIPE_AGENCY_COUPON_ID };
  app = await startApp({ env: { ...payments, API_KEY: apiKey } });
});
test.afterAll(async () => {
  await app?.stop();
  stripe.stop();
});

const send = async (key: string): Promise<{ status: number; code: string }> => {
  const reply = await fetch(`${app.reportUrl}/api/v1/embed`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${apiKey}`, "idempotency-key": key },
    body: JSON.stringify({ email: `${key}@agency.example`, name: "Grace", company: "Hopper & Daughters" }),
  });
  const { data } = (await reply.json()) as { data: { code: string } };
  return { status: reply.status, code: data.code };
};

test("kill -9 while the payment provider creates a code: a retry with the same key returns that code, and one email is sent [#57]", async () => {
  const key = "killed";
  let release = (): void => undefined;
  stripe.gate = new Promise((resolve) => {
    release = resolve;
  });
  const broken = send(key).catch(() => "no answer");
  await expect.poll(() => stripe.calls.length).toBe(1);
  await app.kill();
  expect(await broken).toBe("no answer");
  release();
  stripe.gate = null;
  await expect.poll(() => stripe.objects.promotionCodes.size).toBe(1);
  await app.restart();

  const [made] = stripe.objects.promotionCodes.values();
  expect(await send(key)).toEqual({ status: 201, code: made?.code });
  await app.kill();
  await app.restart();
  expect(await send(key)).toEqual({ status: 201, code: made?.code });
  expect(stripe.objects.promotionCodes.size).toBe(1);

  const listEmails = async () => (await readEmails(app)).filter(({ to }) => to === `${key}@agency.example`);
  await expect
    .poll(async () => (await listEmails()).map(({ text }) => text.includes(made?.code ?? "?")))
    .toEqual([true]);
  expect((await send("other")).code).not.toBe(made?.code);
  expect(await listEmails()).toHaveLength(1);
});
