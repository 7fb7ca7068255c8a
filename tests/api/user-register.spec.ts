import { decodeJwt } from "jose";
import { goodPassword, makeAccount, uniqueEmail } from "../support/accounts";
import { expect, test } from "../support/api";
import { emailsTo, lastEmailTo } from "../support/mailbox";

const path = "/api/user/";

const applicant = () => ({ email: uniqueEmail(), password: goodPassword, name: "Ada Lovelace" });

test("returns 201 and emails one code and one link [#105] [#80]", async ({ visitor }) => {
  const body = applicant();
  const reply = await visitor.post(path, body);
  expect(reply.status).toBe(201);
  expect(reply.data).toEqual({ email: body.email, verification_sent: true });
  const emails = await emailsTo(body.email);
  expect(emails).toHaveLength(1);
  expect(emails[0]).toMatchObject({ template: "verify-email", data: { name: "Ada Lovelace", expires_minutes: 10 } });
  expect(emails[0]?.data.otp).toMatch(/^\d{6}$/);
  expect(emails[0]?.data.url).toMatch(/^http:\/\/localhost:8000\/verify-email\?token=[\w-]{43}$/);
});

test("creates the first organisation with the user as its owner", async ({ visitor, db }) => {
  const body = applicant();
  await visitor.post(path, body);
  const user = await db.user.findUniqueOrThrow({
    where: { email: body.email },
    include: { memberships: { include: { organisation: true } } },
  });
  expect(user.memberships).toMatchObject([{ role: "owner", organisation: { name: "Ada Lovelace’s organisation" } }]);
  expect(user.email_verified_at).toBeNull();
});

test("posts a registration to the team's chat only once, with markup in the name escaped [#81] [#132]", async ({
  visitor,
  db,
}) => {
  const body = { ...applicant(), name: "<!channel> & Co" };
  await visitor.post(path, body);
  await visitor.post(path, body);
  const events = await db.outboxEvent.findMany({ where: { name: "chat/queued" } });
  const texts = events.map((event) => (event.data as { text: string }).text);
  expect(texts.filter((text) => text.includes(body.email))).toEqual([
    `New registration: &lt;!channel&gt; &amp; Co (${body.email})`,
  ]);
});

test("doesn't store the password, code or link in plain text", async ({ visitor, db }) => {
  const body = applicant();
  await visitor.post(path, body);
  const { data } = await lastEmailTo(body.email, "verify-email");
  const rows = JSON.stringify(
    await db.user.findUniqueOrThrow({ where: { email: body.email }, include: { verifications: true } }),
  );
  for (const secret of [body.password, `"${data.otp}"`, new URL(data.url).searchParams.get("token") ?? ""])
    expect(rows).not.toContain(secret);
});

test("returns the same 201 for an email address with an account and emails its owner", async ({
  visitor,
  org_id,
  db,
}) => {
  const { id, email } = await makeAccount({ org_id, role: "owner", password: goodPassword });
  const before = await db.user.findUniqueOrThrow({ where: { id } });
  const reply = await visitor.post(path, { ...applicant(), email: email.toUpperCase() });
  expect(reply.status).toBe(201);
  expect(reply.data).toEqual({ email, verification_sent: true });
  expect(await db.user.findUniqueOrThrow({ where: { id } })).toEqual(before);
  expect(await emailsTo(email)).toEqual([
    { template: "account-exists", data: { url: "http://localhost:8000/sign-in" } },
  ]);
});

test("two simultaneous registrations of one email address create one account", async ({ visitor, db }) => {
  const body = applicant();
  const replies = await Promise.all([visitor.post(path, body), visitor.post(path, body)]);
  expect(replies.map((reply) => reply.status)).toEqual([201, 201]);
  expect(await db.membership.count({ where: { user: { email: body.email } } })).toBe(1);
  expect(await emailsTo(body.email)).toHaveLength(1);
});

test("an invitation adds the new account to the inviting organisation, and no new organisation is created", async ({
  visitor,
  as,
  org_id,
}) => {
  const body = applicant();
  await as("admin").post("/api/user/invite-user/", { email: body.email, role: "member" });
  const invite = await lastEmailTo(body.email, "org-invite");
  const invitation_token = new URL(invite.data.url).searchParams.get("token");
  expect((await visitor.post(path, { ...body, invitation_token })).status).toBe(201);
  const { data } = await lastEmailTo(body.email, "verify-email");
  await visitor.post("/api/user/verify-email-otp/", { email: body.email, otp: data.otp });
  const login = await visitor.post("/api/auth/login", { email: body.email, password: goodPassword });
  expect(login.data.user).toMatchObject({ role: "member", organisation: { id: org_id } });
  expect(decodeJwt(login.data.access_token)).toMatchObject({ org: org_id, role: "member" });
  expect(await visitor.post(path, { ...applicant(), invitation_token })).toFail(410, "expired");
});

test("returns 400 for an invitation sent to someone else and for an unknown invitation", async ({ visitor, as }) => {
  const invited = uniqueEmail();
  await as("owner").post("/api/user/invite-user/", { email: invited, role: "viewer" });
  const invite = await lastEmailTo(invited, "org-invite");
  const invitation_token = new URL(invite.data.url).searchParams.get("token");
  expect(await visitor.post(path, { ...applicant(), invitation_token })).toFail(400, "invalid_code");
  expect(await visitor.post(path, { ...applicant(), invitation_token: "nonsense" })).toFail(400, "invalid_code");
});

for (const [what, change, field] of [
  ["a password of 11 characters", { password: "a1b2c3d4e5f" }, "password"],
  ["a password of 129 characters", { password: "x".repeat(129) }, "password"],
  ["a common password", { password: "Password1234" }, "password"],
  ["an invalid email address", { email: "ada" }, "email"],
  ["a blank name", { name: "  " }, "name"],
  ["a name with two lines", { name: "Ada\r\nBcc: all@example.org" }, "name"],
] as const) {
  test(`returns 400 for ${what}`, async ({ visitor }) => {
    const reply = await visitor.post(path, { ...applicant(), ...change });
    expect(reply).toFail(400, "invalid_input", [{ path: field }]);
  });
}
