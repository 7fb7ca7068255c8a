import { goodPassword, makeAccount, uniqueEmail } from "../support/accounts";
import { expect, test } from "../support/api";
import { emailsTo, lastEmailTo } from "../support/mailbox";

const path = "/api/user/verify-email/";

test("returns 202 and emails a new code and link if the last email was sent more than a minute ago [#106]", async ({
  visitor,
  db,
}) => {
  const email = uniqueEmail();
  await visitor.post("/api/user/", { email, password: goodPassword, name: "Ada" });
  const first = await lastEmailTo(email, "verify-email");
  await db.emailVerification.updateMany({
    where: { user: { email } },
    data: { created_at: new Date(Date.now() - 61_000) },
  });
  const reply = await visitor.post(path, { email });
  expect(reply.status).toBe(202);
  expect(reply.data).toEqual({ verification_sent: true });
  expect(await emailsTo(email)).toHaveLength(2);
  const otp = first.data.otp;
  const second = await lastEmailTo(email, "verify-email");
  if (second.data.otp !== otp)
    expect(await visitor.post("/api/user/verify-email-otp/", { email, otp })).toFail(400, "invalid_code");
  const right = await visitor.post("/api/user/verify-email-otp/", { email, otp: second.data.otp });
  expect(right.status).toBe(200);
});

test("returns 202 but sends no email within a minute of the previous email", async ({ visitor }) => {
  const email = uniqueEmail();
  await visitor.post("/api/user/", { email, password: goodPassword, name: "Ada" });
  const replies = await Promise.all([visitor.post(path, { email }), visitor.post(path, { email })]);
  expect(replies.map((reply) => reply.status)).toEqual([202, 202]);
  expect(await emailsTo(email)).toHaveLength(1);
});

test("sends one email for two simultaneous requests", async ({ visitor, org_id }) => {
  const { email } = await makeAccount({ org_id, role: "owner", verified: false });
  await Promise.all([visitor.post(path, { email }), visitor.post(path, { email })]);
  expect(await emailsTo(email)).toHaveLength(1);
});

test("sends at most ten emails a day", async ({ visitor, org_id, db }) => {
  const { id, email } = await makeAccount({ org_id, role: "owner", verified: false });
  await visitor.post(path, { email });
  const sent = await db.emailVerification.findFirstOrThrow({ where: { user_id: id } });
  const earlier = Array.from({ length: 9 }, (_, index) => ({
    ...sent,
    id: crypto.randomUUID(),
    token_hash: `earlier-${id}-${index}`,
    created_at: new Date(Date.now() - (index + 2) * 60_000),
  }));
  await db.emailVerification.createMany({ data: earlier });
  await db.emailVerification.update({ where: { id: sent.id }, data: { created_at: new Date(Date.now() - 90_000) } });
  await visitor.post(path, { email });
  expect(await emailsTo(email)).toHaveLength(1);
});

test("returns the same 202 for an unknown and a verified email address, and sends nothing", async ({
  visitor,
  org_id,
}) => {
  const { email } = await makeAccount({ org_id, role: "owner" });
  const known = await visitor.post(path, { email });
  const unknown = await visitor.post(path, { email: uniqueEmail() });
  expect(known.status).toBe(202);
  expect(unknown.status).toBe(202);
  expect(unknown.data).toEqual(known.data);
  expect(await emailsTo(email)).toEqual([]);
});

test("returns 400 without an email address", async ({ visitor }) => {
  expect(await visitor.post(path, {})).toFail(400, "invalid_input", [{ path: "email" }]);
});
