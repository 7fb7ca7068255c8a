import { newId } from "@/server/core/ids";
import { serviceKey } from "@/server/endpoint/service-key";
import { expect, type Reply, type RestClient, test } from "@/tests/support/api";
import { createRestClient, type RestHandler, uniqueAddress } from "@/tests/support/rest-client";

const clientAt = (rest: RestHandler, ip: string, headers: Record<string, string> = {}): RestClient =>
  createRestClient(rest, async () => ({ "x-client-ip": ip, ...headers }));

const keyHolder = (rest: RestHandler, ip = uniqueAddress()): RestClient =>
  clientAt(rest, ip, { authorization: `Bearer ${serviceKey()}` });

const body = (given: Record<string, unknown> = {}) => ({
  id: `job-${newId()}`,
  variant: "report",
  email: `${newId()}@example.org`,
  url: "https://customer.example/",
  data: { scores: { accessibility: 71 } },
  ...given,
});

const queue = (client: RestClient, given?: Record<string, unknown>, headers?: Record<string, string>): Promise<Reply> =>
  client.post("/api/v1/report", body(given), headers);

const standing = ({ headers }: Reply) => [headers.get("ratelimit-policy"), headers.get("ratelimit")];

test("a caller with an API key can queue 200 reports for one inbox at the same time @long", async ({ rest, db }) => {
  const partner = keyHolder(rest);
  const email = `${newId()}@customer.example`;
  const replies = await Promise.all(Array.from({ length: 200 }, () => queue(partner, { email })));
  expect(replies.map(({ status }) => status)).toEqual(Array(200).fill(202));
  expect(await db.reportJob.count({ where: { email } })).toBe(200);
});

test("the API key has one limit across all IP addresses, and invalid and repeated calls don't count towards it", async ({
  rest,
}) => {
  const remaining = (reply: Reply): number => Number(/r=(\d+)/.exec(standing(reply)[1] ?? "")?.[1]);
  const first = await queue(keyHolder(rest));
  expect(standing(first)).toEqual(['"reports";q=1200;w=60', expect.stringMatching(/^"reports";r=\d+;t=\d+$/)]);
  for (let call = 0; call < 12; call += 1)
    expect(await queue(keyHolder(rest), { variant: "none" })).toFail(400, "invalid_input");
  const [given, headers] = [body(), { "idempotency-key": newId() }];
  const partner = keyHolder(rest);
  const kept = await partner.post("/api/v1/report", given, headers);
  for (let call = 0; call < 5; call += 1)
    expect((await partner.post("/api/v1/report", given, headers)).data).toEqual(kept.data);
  expect(remaining(await queue(keyHolder(rest)))).toBe(remaining(first) - 2);
});

test("limits a caller with a wrong key to ten reports a minute, like an anonymous caller", async ({ rest }) => {
  const client = clientAt(rest, uniqueAddress(), { authorization: "Bearer wrong" });
  for (let call = 0; call < 10; call += 1) expect((await queue(client)).status).toBe(202);
  expect(await queue(client)).toFail(429, "rate_limited", { policy: "mailing", limit: 10 });
});

test("users share their organisation's limit, and each recipient gets at most five reports an hour", async ({ as }) => {
  const owner = as("owner");
  for (let call = 0; call < 12; call += 1) expect((await queue(owner)).status).toBe(202);
  expect(standing(await queue(as("member")))[0]).toBe('"write";q=60;w=60');
  const email = `${newId()}@example.org`;
  for (let call = 0; call < 5; call += 1) expect((await queue(owner, { email })).status).toBe(202);
  expect(await queue(owner, { email })).toFail(429, "rate_limited", { policy: "recipient" });
});

test("a 429 response names the limit that was reached, in its message, details and headers", async ({
  rest,
  visitor,
}) => {
  const email = `${newId()}@example.org`;
  for (let call = 0; call < 5; call += 1) expect((await queue(visitor, { email })).status).toBe(202);
  const byRecipient = await queue(visitor, { email });
  expect(byRecipient).toFail(429, "rate_limited", { policy: "recipient", limit: 5, window_seconds: 3_600 });
  expect(byRecipient.body?.error?.message).toMatch(
    /^Too many requests for this email address: at most 5 per hour\. Try again in 3[56]\d\d seconds\.$/,
  );
  expect(standing(byRecipient)).toEqual([
    '"recipient";q=5;w=3600',
    expect.stringMatching(/^"recipient";r=0;t=3[56]\d\d$/),
  ]);
  expect(Number(byRecipient.headers.get("retry-after"))).toBeGreaterThan(3_500);

  for (let call = 0; call < 4; call += 1) expect(standing(await queue(visitor))[0]).toBe('"mailing";q=10;w=60');
  const byAddress = await queue(visitor);
  expect(byAddress).toFail(429, "rate_limited", { policy: "mailing", limit: 10, window_seconds: 60 });
  expect(byAddress.body?.error?.message).toMatch(
    /^Too many requests from your IP address: at most 10 per minute\. Try again in \d+ seconds\.$/,
  );
  expect(standing(byAddress)).toEqual(['"mailing";q=10;w=60', expect.stringMatching(/^"mailing";r=0;t=\d+$/)]);
  expect(Number(byAddress.headers.get("retry-after"))).toBeLessThanOrEqual(60);
  expect((await queue(clientAt(rest, uniqueAddress()))).status).toBe(202);
});

test("an anonymous caller's Idempotency-Key doesn't affect any other caller's calls [L1]", async ({ rest, db }) => {
  const headers = { "idempotency-key": `order-${newId()}` };
  const given = body();
  const mine = clientAt(rest, "192.0.2.1");
  const first = await mine.post("/api/v1/report", given, headers);
  expect(first.status).toBe(202);
  const theirs = body();
  const other = await clientAt(rest, "192.0.2.2").post("/api/v1/report", theirs, headers);
  expect(other.status).toBe(202);
  expect(other.data).toMatchObject({ auditId: theirs.id });
  const copied = await clientAt(rest, "192.0.2.3").post("/api/v1/report", given, headers);
  expect(copied).toFail(409, "conflict");
  expect(JSON.stringify(copied.body)).not.toContain(first.data.writeSecret);
  expect((await mine.post("/api/v1/report", given, headers)).data).toEqual(first.data);
  expect(await mine.post("/api/v1/report", body(), headers)).toFail(409, "conflict");
  expect(await db.reportJob.count({ where: { audit_id: given.id } })).toBe(1);
});

test("a user's Idempotency-Key works with a different token and in the browser [L1]", async ({ as, rest }) => {
  const owner = as("owner");
  const headers = { "idempotency-key": newId() };
  const given = body();
  const first = await owner.post("/api/v1/report", given, headers);
  const cookie = `next-auth.session-token=${(await owner.session()).access_token}`;
  const browser = { cookie, origin: "http://localhost:8000", host: "localhost:8000" };
  const again = await clientAt(rest, uniqueAddress(), browser).post("/api/v1/report", given, headers);
  expect(again.data).toEqual(first.data);
  expect((await as("member").post("/api/v1/report", body(), headers)).status).toBe(202);
});
