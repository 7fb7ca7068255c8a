import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import type { NewPromotionCode } from "@/server/adapters/payments/port";
import { stripePayments } from "@/server/adapters/payments/stripe";
import { startFailing } from "@/tests/support/resend";
import { type StripeServer, startStripe } from "@/tests/support/stripe";

let stripe: StripeServer;
let coupon: string;

test.beforeAll(async () => {
  stripe = await startStripe();
  coupon = stripe.objects.addCoupon({ percent_off: 25 }).id;
});
test.afterAll(() => stripe.stop());

/** Opens a client with its own state, like a client in another process. */
const open = (timeoutMs?: number) =>
  stripePayments({ apiKey: stripe.apiKey, baseUrl: stripe.url, ...(timeoutMs ? { timeoutMs } : {}) });

const wanted = (changed: Partial<NewPromotionCode> = {}): NewPromotionCode => ({
  coupon,
  metadata: { email: "grace@example.org", company: "Hopper & Daughters [1]" },
  idempotencyKey: randomUUID(),
  ...changed,
});

const madeWith = (key: string) => stripe.calls.filter((call) => call.key === key).length;

test("creates a promotion code for the coupon, and the code works once [#8]", async () => {
  const before = stripe.objects.promotionCodes.size;
  const { id, code } = await open().createPromotionCode(wanted());
  expect(stripe.objects.promotionCodes.size).toBe(before + 1);
  expect(stripe.objects.promotionCodes.get(id)).toMatchObject({
    code,
    active: true,
    max_redemptions: 1,
    promotion: { type: "coupon", coupon },
    metadata: { email: "grace@example.org", company: "Hopper & Daughters [1]" },
  });
  expect(stripe.objects.redeem(code)).toMatchObject({ times_redeemed: 1, active: false });
  expect(() => stripe.objects.redeem(code)).toThrow("not active");
});

test("creates one code per idempotency key for repeated calls, parallel calls and calls from another process", async () => {
  const given = wanted();
  const payments = open();
  const first = await payments.createPromotionCode(given);
  const before = stripe.objects.promotionCodes.size;
  expect(await payments.createPromotionCode(given)).toEqual(first);
  expect(await open().createPromotionCode(given)).toEqual(first);
  const together = wanted();
  let release = (): void => undefined;
  stripe.gate = new Promise((resolve) => {
    release = resolve;
  });
  const both = [open().createPromotionCode(together), open().createPromotionCode(together)];
  await expect.poll(() => madeWith(together.idempotencyKey)).toBeGreaterThanOrEqual(2);
  release();
  stripe.gate = null;
  const [one, other] = await Promise.all(both);
  expect(other).toEqual(one);
  expect(stripe.objects.promotionCodes.size).toBe(before + 1);
});

test("creates a different code for a different key", async () => {
  const payments = open();
  const [first, second] = [await payments.createPromotionCode(wanted()), await payments.createPromotionCode(wanted())];
  expect(second.id).not.toBe(first.id);
  expect(second.code).not.toBe(first.code);
});

test("doesn't create a second code when the response is lost", async () => {
  const given = wanted();
  const before = stripe.objects.promotionCodes.size;
  stripe.plannedErrors.push({ kind: "drop" });
  const { id } = await open().createPromotionCode(given);
  expect(stripe.objects.promotionCodes.size).toBe(before + 1);
  expect(stripe.objects.promotionCodes.has(id)).toBe(true);
  expect(madeWith(given.idempotencyKey)).toBe(2);
});

const failures: { title: string; given: Partial<NewPromotionCode>; status: number; says: string }[] = [
  { title: "a coupon that doesn't exist", given: { coupon: "none" }, status: 400, says: "No such coupon: 'none'" },
  {
    title: "a value that is too long",
    given: { metadata: { a: "x".repeat(501) } },
    status: 400,
    says: "500 characters",
  },
  { title: "a key that is too long", given: { idempotencyKey: "k".repeat(256) }, status: 400, says: "255 characters" },
];
for (const { title, given, status, says } of failures)
  test(`reports ${title} as not retryable`, async () => {
    const error = await open()
      .createPromotionCode(wanted(given))
      .catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: "upstream_failed", details: { retryable: false, status } });
    expect(String(error)).toContain(says);
  });

test("rejects a key that was used for a different code, and marks the error as not retryable", async () => {
  const given = wanted();
  await open().createPromotionCode(given);
  await expect(open().createPromotionCode({ ...given, metadata: {} })).rejects.toMatchObject({
    code: "upstream_failed",
    details: { retryable: false, status: 400 },
  });
});

test("reports a wrong API key as not retryable, without quoting it", async () => {
  const wrong = stripePayments({ apiKey: "sk_live_secret", baseUrl: stripe.url });
  const error = await wrong.createPromotionCode(wanted()).catch((cause: unknown) => cause);
  expect(error).toMatchObject({ code: "upstream_failed", details: { retryable: false, status: 401 } });
  expect(String(error)).not.toContain("secret");
});

test("reports 429 as retryable with the time to wait, and the retry succeeds", async () => {
  const given = wanted();
  stripe.plannedErrors.push({ kind: "refuse", status: 429, headers: { "Retry-After": "7" } });
  const payments = open();
  await expect(payments.createPromotionCode(given)).rejects.toMatchObject({
    code: "upstream_failed",
    details: { retryable: true, status: 429, retry_after_seconds: 7 },
  });
  expect((await payments.createPromotionCode(given)).code).toMatch(/^[A-Z0-9-]+$/);
});

test("if the server fails before it creates a code, retries once, and then reports a retryable error if the retry fails too", async () => {
  stripe.plannedErrors.push({ kind: "refuse", status: 503 });
  expect((await open().createPromotionCode(wanted())).id).toMatch(/^promo_/);
  stripe.plannedErrors.push({ kind: "refuse", status: 500 }, { kind: "refuse", status: 500 });
  await expect(open().createPromotionCode(wanted())).rejects.toMatchObject({
    details: { retryable: true, status: 500 },
  });
});

test("an error that the provider stored under an idempotency key is final for that key", async () => {
  const given = wanted();
  stripe.plannedErrors.push({ kind: "break" });
  await expect(open().createPromotionCode(given)).rejects.toMatchObject({ details: { retryable: false, status: 500 } });
  expect((await open().createPromotionCode({ ...given, idempotencyKey: randomUUID() })).id).toMatch(/^promo_/);
});

test("reports a provider that times out or is unreachable as retryable", async () => {
  stripe.plannedErrors.push({ kind: "hang" }, { kind: "hang" });
  const failure = { code: "upstream_failed", details: { retryable: true, status: null } };
  await expect(open(100).createPromotionCode(wanted())).rejects.toMatchObject(failure);
  const nobody = stripePayments({ apiKey: "sk_test", baseUrl: "http://127.0.0.1:1" });
  await expect(nobody.createPromotionCode(wanted())).rejects.toMatchObject(failure);
  const odd = await startFailing(200, { "content-type": "text/html" }, "<h1>A proxy</h1>");
  const behind = stripePayments({ apiKey: "sk_test", baseUrl: odd.url });
  await expect(behind.createPromotionCode(wanted())).rejects.toMatchObject(failure);
  await odd.stop();
});

test.describe("the test double for Stripe", () => {
  const post = (form: Record<string, string>, path = "/v1/promotion_codes", key?: string) =>
    fetch(`${stripe.url}${path}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${stripe.apiKey}`, ...(key ? { "Idempotency-Key": key } : {}) },
      body: new URLSearchParams(form),
    });
  const promotion = () => ({ "promotion[type]": "coupon", "promotion[coupon]": coupon });
  const cases: { title: string; form: () => Record<string, string>; error: Record<string, string> }[] = [
    {
      title: "an unknown parameter",
      form: () => ({ ...promotion(), coupon }),
      error: { code: "parameter_unknown", param: "coupon" },
    },
    {
      title: "an unknown nested parameter",
      form: () => ({ ...promotion(), "promotion[id]": "x" }),
      error: { code: "parameter_unknown", param: "promotion[id]" },
    },
    {
      title: "a missing promotion",
      form: () => ({ max_redemptions: "1" }),
      error: { code: "parameter_missing", param: "promotion[type]" },
    },
    {
      title: "a limit that isn't a whole number",
      form: () => ({ ...promotion(), max_redemptions: "1.5" }),
      error: { code: "parameter_invalid_integer", param: "max_redemptions" },
    },
    {
      title: "a limit of zero redemptions",
      form: () => ({ ...promotion(), max_redemptions: "0" }),
      error: { code: "parameter_invalid_integer", param: "max_redemptions" },
    },
    {
      title: "a code with a space",
      form: () => ({ ...promotion(), code: "CURB CUT" }),
      error: { code: "parameter_invalid", param: "code" },
    },
  ];
  for (const { title, form, error } of cases)
    test(`rejects ${title}`, async () => {
      const reply = await post(form());
      expect(reply.status).toBe(400);
      expect(await reply.json()).toMatchObject({ error: { type: "invalid_request_error", ...error } });
    });

  test("creates, finds and applies coupons, and rejects a code that is taken", async () => {
    const made = await post({ percent_off: "10", duration: "forever", "metadata[team]": "x" }, "/v1/coupons");
    const { id } = (await made.json()) as { id: string };
    const headers = { Authorization: `Bearer ${stripe.apiKey}` };
    expect(await (await fetch(`${stripe.url}/v1/coupons/${id}`, { headers })).json()).toMatchObject({
      object: "coupon",
      percent_off: 10,
      duration: "forever",
      metadata: { team: "x" },
    });
    const form = { "promotion[type]": "coupon", "promotion[coupon]": id, code: "SPRING-10" };
    expect((await post(form)).status).toBe(200);
    expect((await post({ ...form, code: "spring-10" })).status).toBe(400);
    expect((await post({ percent_off: "10", amount_off: "1" }, "/v1/coupons")).status).toBe(400);
    expect((await fetch(`${stripe.url}/v1/promotion_codes/promo_none`, { headers })).status).toBe(404);
  });

  test("marks a replayed response, and accepts only form bodies", async () => {
    const key = randomUUID();
    const first = await post(promotion(), undefined, key);
    const again = await post(promotion(), undefined, key);
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await again.json()).toEqual(await first.json());
    const json = { method: "POST", headers: { Authorization: `Bearer ${stripe.apiKey}` }, body: "{}" };
    expect((await fetch(`${stripe.url}/v1/promotion_codes`, json)).status).toBe(400);
  });
});
