import { listOutbox, readOutbox } from "@/server/adapters/email";
import { env } from "@/server/core/env";
import { newId } from "@/server/core/ids";
import { deliverEmail } from "@/server/domains/messaging/delivery";
import { serviceKey } from "@/server/endpoint/service-key";
import { expect, type Reply, type RestClient, test } from "@/tests/support/api";
import { configure } from "@/tests/support/configure";
import { emailsTo } from "@/tests/support/mailbox";
import { type StripeServer, startStripe } from "@/tests/support/stripe";

let stripe: StripeServer;
let coupon: string;

test.beforeAll(async () => {
  stripe = await startStripe();
  coupon = stripe.objects.addCoupon({ percent_off: 25 }).id;
});
test.afterAll(() => {
  configure({ STRIPE_SECRET_KEY: undefined, STRIPE_AGENCY_COUPON_ID: undefined, STRIPE_BASE_URL: undefined });
  stripe.stop();
});

/** Applies the given settings as a new process would, without any memory of earlier calls. */
const restart = (given: Parameters<typeof configure>[0] = {}) =>
  configure({
    STRIPE_SECRET_KEY: stripe.apiKey,
    STRIPE_AGENCY_COUPON_ID: coupon,
    STRIPE_BASE_URL: stripe.url,
    ...given,
  });
test.beforeEach(() => restart());

const body = (given: Record<string, unknown> = {}) => ({
  email: `${newId()}@agency.example`,
  name: "Grace",
  company: "Hopper & Daughters",
  ...given,
});

const send = (client: RestClient, given: object, headers: Record<string, string> = {}): Promise<Reply> =>
  client.post("/api/v1/embed", given, { authorization: `Bearer ${serviceKey()}`, ...headers });

const codes = () => stripe.objects.promotionCodes.size;

test("each call returns 201, creates a new code and emails it [#8] [#9] [#45] [#57]", async ({ visitor, db }) => {
  const given = body();
  const before = codes();
  const reply = await send(visitor, given);
  expect(reply.status).toBe(201);
  const { code, promotionCodeId, messageId } = reply.data;
  expect(Object.keys(reply.data).sort()).toEqual(["code", "messageId", "promotionCodeId"]);
  expect(stripe.objects.promotionCodes.get(promotionCodeId)).toMatchObject({
    code,
    max_redemptions: 1,
    promotion: { coupon },
    metadata: { email: given.email, company: given.company },
  });
  expect(codes()).toBe(before + 1);
  expect(await emailsTo(given.email)).toEqual([
    { template: "agency-coupon", data: { name: given.name, company: given.company, code } },
  ]);
  const events = await db.outboxEvent.findMany({ where: { name: "email/queued" } });
  expect(events.map(({ data }) => data)).toContainEqual({ message_id: messageId });
  expect(await db.promotionCode.findUniqueOrThrow({ where: { provider_id: promotionCodeId } })).toMatchObject({
    ...given,
    code,
    message_id: messageId,
  });
  const again = await send(visitor, given);
  expect(again.data.code).not.toBe(code);
  expect(await emailsTo(given.email)).toHaveLength(2);
});

test("the email greets the partner and shows the company and the code, all as plain text [#33] [#34] [#46]", async ({
  visitor,
}) => {
  const given = body({ name: `Grace <b onload="x">`, company: `<script>alert("&")</script> GmbH` });
  const { code, messageId } = (await send(visitor, given)).data;
  await deliverEmail(messageId);
  const entries = (await listOutbox()).filter(({ to }) => to === given.email);
  expect(entries).toHaveLength(1);
  const { html, text } = await readOutbox(entries[0]?.id ?? "");
  for (const part of [html, text]) expect(part).toContain(code);
  expect(html).not.toMatch(/<script|<b onload/);
  expect(html).toContain("&lt;script&gt;");
  expect(text).toMatch(/^Hello Grace <b onload="x">/m);
  expect(text).toContain(given.company);
});

for (const { field, tag, wrong } of [
  {
    field: "email",
    tag: "[#32]",
    wrong: [undefined, "", "nobody", "a@example.org, b@example.org", "a@example.org\r\nBcc: b@example.org"],
  },
  {
    field: "name",
    tag: "[#33]",
    wrong: [undefined, "", "  ", "x".repeat(201), "Grace\r\nBcc: b@example.org", "\u202E", 1],
  },
  { field: "company", tag: "[#34]", wrong: [undefined, "", "\t", "x".repeat(201), "A\nB", null] },
])
  test(`returns 400 for a missing or invalid ${field} ${tag}`, async ({ visitor }) => {
    const before = stripe.calls.length;
    for (const value of wrong)
      expect(await send(visitor, body({ [field]: value }))).toFail(400, "invalid_input", [{ path: field }]);
    expect(stripe.calls).toHaveLength(before);
  });

test("returns 401 without the API key and 403 with a wrong one, and creates nothing [#45]", async ({ visitor }) => {
  const before = codes();
  expect(await visitor.post("/api/v1/embed", body())).toFail(401, "not_authenticated");
  expect(await send(visitor, body(), { authorization: "Bearer wrong" })).toFail(403, "forbidden");
  expect(await send(visitor, body(), { authorization: "Basic abc" })).toFail(401, "not_authenticated");
  expect(codes()).toBe(before);
});

test("returns 409 for an idempotency key reused with a different body", async ({ visitor }) => {
  const headers = { "idempotency-key": newId() };
  expect((await send(visitor, body(), headers)).status).toBe(201);
  const before = codes();
  expect(await send(visitor, body(), headers)).toFail(409, "conflict");
  expect(codes()).toBe(before);
});

test("when Stripe fails, returns 502 with Retry-After, creates no code and sends no email [#46]", async ({
  visitor,
  db,
}) => {
  const given = body();
  const headers = { "idempotency-key": newId() };
  stripe.plannedErrors.push({ kind: "refuse", status: 429, headers: { "Retry-After": "9" } });
  const reply = await send(visitor, given, headers);
  expect(reply).toFail(502, "upstream_failed", { retryable: true, status: 429, retry_after_seconds: 9 });
  expect(reply.headers.get("retry-after")).toBe("9");
  configure({ STRIPE_AGENCY_COUPON_ID: "gone" });
  expect(await send(visitor, given, headers)).toFail(502, "upstream_failed", { retryable: false, status: 400 });
  expect(await emailsTo(given.email)).toEqual([]);
  expect(await db.promotionCode.count({ where: { email: given.email } })).toBe(0);
  restart();
  expect((await send(visitor, given, headers)).status).toBe(201);
  expect(await emailsTo(given.email)).toHaveLength(1);
});

for (const name of ["STRIPE_SECRET_KEY", "STRIPE_AGENCY_COUPON_ID"] as const)
  test(`returns 503 and names ${name} when this variable is not set`, async ({ visitor }) => {
    restart({ [name]: undefined });
    expect(env[name]).toBeUndefined();
    const given = body();
    const reply = await send(visitor, given);
    expect(reply).toFail(503, "not_configured");
    expect(reply.body?.error?.message).toContain(name);
    expect(await emailsTo(given.email)).toEqual([]);
  });

test("a repeated idempotency key returns the same code and sends no second email", async ({ visitor }) => {
  const given = body();
  const headers = { "idempotency-key": newId() };
  const before = codes();
  const first = await send(visitor, given, headers);
  const calls = stripe.calls.length;
  const again = await send(visitor, given, headers);
  expect([again.status, again.data]).toEqual([201, first.data]);
  expect(stripe.calls).toHaveLength(calls);
  expect(codes()).toBe(before + 1);
  expect(await emailsTo(given.email)).toHaveLength(1);
});

test("simultaneous calls with one idempotency key create one code and send one email", async ({ visitor }) => {
  const given = body();
  const headers = { "idempotency-key": newId() };
  const before = codes();
  const replies = await Promise.all(Array.from({ length: 5 }, () => send(visitor, given, headers)));
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  expect(new Set(replies.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  expect(codes()).toBe(before + 1);
  expect(await emailsTo(given.email)).toHaveLength(1);
});

test("after a crash between the provider's response and ours, the same idempotency key returns the same code", async ({
  visitor,
  db,
}) => {
  const given = body();
  const headers = { "idempotency-key": newId() };
  const before = codes();
  await db.$executeRaw`ALTER TABLE promotion_codes ADD CONSTRAINT no_more CHECK (code = '') NOT VALID`;
  try {
    expect(await send(visitor, given, headers)).toFail(500, "internal");
  } finally {
    await db.$executeRaw`ALTER TABLE promotion_codes DROP CONSTRAINT no_more`;
  }
  expect(codes()).toBe(before + 1);
  expect(await emailsTo(given.email)).toEqual([]);
  restart();
  const reply = await send(visitor, given, headers);
  expect(reply.status).toBe(201);
  expect(codes()).toBe(before + 1);
  expect(reply.data.promotionCodeId).toBe([...stripe.objects.promotionCodes.keys()].at(-1));
  expect(await emailsTo(given.email)).toHaveLength(1);
});

test("if the coupon is changed after a crash, the same idempotency key returns a code for the new coupon", async ({
  visitor,
  db,
}) => {
  const given = body();
  const headers = { "idempotency-key": newId() };
  await db.$executeRaw`ALTER TABLE promotion_codes ADD CONSTRAINT no_more CHECK (code = '') NOT VALID`;
  try {
    expect(await send(visitor, given, headers)).toFail(500, "internal");
  } finally {
    await db.$executeRaw`ALTER TABLE promotion_codes DROP CONSTRAINT no_more`;
  }
  const other = stripe.objects.addCoupon({ percent_off: 50 }).id;
  restart({ STRIPE_AGENCY_COUPON_ID: other });
  const reply = await send(visitor, given, headers);
  expect(reply.status).toBe(201);
  const { promotion, code } = stripe.objects.promotionCodes.get(reply.data.promotionCodeId) ?? {};
  expect({ promotion, code }).toEqual({ promotion: { type: "coupon", coupon: other }, code: reply.data.code });
  expect(await emailsTo(given.email)).toMatchObject([{ data: { code } }]);
});

test("a slow provider doesn't block the database for other calls", async ({ visitor, db }) => {
  let release = (): void => undefined;
  stripe.gate = new Promise((resolve) => {
    release = resolve;
  });
  const calls = stripe.calls.length;
  const waiting = send(visitor, body());
  await expect.poll(() => stripe.calls.length).toBe(calls + 1);
  expect(await db.$transaction((open) => open.promotionCode.count({ where: { name: "nobody" } }))).toBe(0);
  release();
  stripe.gate = null;
  expect((await waiting).status).toBe(201);
});
