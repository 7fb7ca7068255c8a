import { sendPasswordReset as sendAtJob } from "@/server/domains/identity/sign-in";
import { goodPassword, makeAccount, uniqueEmail } from "../support/accounts";
import { expect, test } from "../support/api";
import { emailsTo } from "../support/mailbox";
import { sendPasswordReset } from "../support/password-reset";

const path = "/api/auth/forgot-password";

test("returns the same 202 for a verified, an unverified and an unknown email address", async ({ visitor, org_id }) => {
  const known = await makeAccount({ org_id, role: "member", password: goodPassword });
  const fresh = await makeAccount({ org_id, role: "member", password: goodPassword, verified: false });
  const replies = [];
  for (const email of [known.email, fresh.email, uniqueEmail()]) replies.push(await visitor.post(path, { email }));
  for (const reply of replies) {
    expect(reply.status).toBe(202);
    expect({ ...reply.body, meta: null }).toEqual({ ...replies[0]?.body, meta: null });
    expect([...reply.headers.keys()]).toEqual([...(replies[0]?.headers.keys() ?? [])]);
  }
});

test("stores only the request before returning 202, and leaves the rest to a job", async ({ visitor, org_id, db }) => {
  const { email } = await makeAccount({ org_id, role: "member", password: goodPassword });
  await visitor.post(path, { email: ` ${email.toUpperCase()} ` });
  expect(await emailsTo(email)).toEqual([]);
  const events = await db.outboxEvent.findMany({ where: { name: "password-reset/requested" } });
  expect(events.map(({ data }) => (data as { email: string }).email)).toContain(email);
});

test("the job emails at most one link a minute and five an hour, and doesn't email an address without an account", async ({
  org_id,
  db,
}) => {
  const { id, email } = await makeAccount({ org_id, role: "member" });
  await sendPasswordReset(email);
  await sendPasswordReset(email);
  expect(await emailsTo(email)).toMatchObject([
    {
      template: "password-reset",
      data: { url: expect.stringMatching(/^http:\/\/localhost:8000\/reset-password\?token=/) },
    },
  ]);
  for (let n = 0; n < 6; n++) {
    const created_at = new Date(Date.now() - 120_000);
    await db.accountToken.updateMany({ where: { user_id: id }, data: { created_at } });
    await sendPasswordReset(email);
  }
  expect(await emailsTo(email)).toHaveLength(5);
  const nobody = uniqueEmail();
  await sendPasswordReset(nobody);
  expect(await emailsTo(nobody)).toEqual([]);
});

test("holds a request over the limit, and starts the link's validity period only when the link is sent", async ({
  org_id,
  db,
}) => {
  const { id, email } = await makeAccount({ org_id, role: "member" });
  const age = (minutes: number) =>
    db.accountToken.updateMany({
      where: { user_id: id },
      data: { created_at: new Date(Date.now() - minutes * 60_000), expires_at: new Date(Date.now() - 60_000) },
    });
  for (let n = 0; n < 5; n += 1) {
    expect(await sendPasswordReset(email)).toBe(0);
    await age(50);
  }
  const wait = await sendPasswordReset(email);
  expect(wait).toBeGreaterThan(9 * 60);
  expect(wait).toBeLessThanOrEqual(10 * 60);
  expect(await emailsTo(email)).toHaveLength(5);
  const requested_at = Date.now();
  await age(61);
  const request = () => ({ email, requested_at, request_id: crypto.randomUUID() });
  expect(await sendAtJob(request())).toBe(0);
  expect(await emailsTo(email)).toHaveLength(6);
  const sent = await db.accountToken.findFirstOrThrow({ where: { user_id: id }, orderBy: { created_at: "desc" } });
  expect(sent.expires_at.getTime() - sent.created_at.getTime()).toBeGreaterThan(59 * 60_000);
  // One link is enough for all requests that were held at the same time.
  expect(await sendAtJob(request())).toBe(0);
  expect(await emailsTo(email)).toHaveLength(6);
});

test("ignores a request made within a minute of the last link, or holds it if that link has been used", async ({
  org_id,
  db,
}) => {
  const { id, email } = await makeAccount({ org_id, role: "member" });
  await sendPasswordReset(email);
  expect(await sendPasswordReset(email)).toBe(0);
  await db.accountToken.updateMany({ where: { user_id: id }, data: { used_at: new Date() } });
  expect(await sendPasswordReset(email)).toBeGreaterThan(0);
  expect(await emailsTo(email)).toHaveLength(1);
});

test("returns 400 for an invalid email address", async ({ visitor }) => {
  expect(await visitor.post(path, { email: "ada" })).toFail(400, "invalid_input", [{ path: "email" }]);
});

test("returns 429 for the eleventh request in a minute", async ({ visitor }) => {
  for (let n = 0; n < 10; n++) await visitor.post(path, { email: uniqueEmail() });
  expect(await visitor.post(path, { email: uniqueEmail() })).toFail(429, "rate_limited");
});
