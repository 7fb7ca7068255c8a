import { goodPassword, makeAccount, makeOrganisation, uniqueEmail } from "../support/accounts";
import { expect, type RestClient, type SignedIn, test } from "../support/api";
import { lastMailTo, mailsTo } from "../support/mailbox";

const path = "/api/user/accept-invite/";

const invite = async (client: SignedIn, email: string, role = "member"): Promise<string> => {
  await client.post("/api/user/invite-user/", { email, role });
  const { data } = await lastMailTo(email, "org-invite");
  return new URL(data.url).searchParams.get("token") ?? "";
};

test("200: somebody with an account joins, and the inviter is told", async ({
  as,
  visitor,
  otherOrganisation,
  org_id,
}) => {
  const other = await otherOrganisation().id();
  const { email } = await makeAccount({ org_id: other, role: "owner", password: goodPassword });
  const token = await invite(as("owner"), email);
  const reply = await visitor.post(path, { token });
  expect(reply.status).toBe(200);
  expect(reply.data).toEqual({ email, organisation: { id: org_id, name: "Test organisation" }, role: "member" });
  const login = await visitor.post("/api/auth/login", { email, password: goodPassword });
  expect(login.data.user).toMatchObject({ role: "member", organisation: { id: org_id } });
  const inviter = await as("owner").account();
  expect(await lastMailTo(inviter.email, "org-invite-accepted")).toMatchObject({
    data: { member: "Test owner", org: "Test organisation" },
  });
});

test("200: somebody without an account gets one, verified, for the token came by mail", async ({ as, visitor, db }) => {
  const email = uniqueEmail();
  const token = await invite(as("admin"), email, "viewer");
  const reply = await visitor.post(path, { token, name: "Grace", password: goodPassword });
  expect(reply.status).toBe(200);
  const login = await visitor.post("/api/auth/login", { email, password: goodPassword });
  expect(login.data.user).toMatchObject({ name: "Grace", role: "viewer", email_verified: true });
  expect(await db.membership.count({ where: { user: { email } } })).toBe(1);
  expect((await mailsTo(email)).map((mail) => mail.template)).toEqual(["org-invite"]);
});

test("200: an account that never proved its address is taken over by who got the mail", async ({ as, visitor }) => {
  const email = uniqueEmail();
  const stranger = "the stranger chose this";
  await visitor.post("/api/user/", { email, password: stranger, name: "Stranger" });
  const token = await invite(as("owner"), email);
  expect(await visitor.post(path, { token })).toFail(400, "invalid_input", [{ path: "name" }, { path: "password" }]);
  await visitor.post(path, { token, name: "Grace", password: goodPassword });
  const login = (password: string) => visitor.post("/api/auth/login", { email, password });
  expect(await login(stranger)).toFail(401, "invalid_credentials");
  expect((await login(goodPassword)).data.user.name).toBe("Grace");
});

test("200: a password sent along does not change an account that exists", async ({
  as,
  visitor,
  otherOrganisation,
}) => {
  const org_id = await otherOrganisation().id();
  const { email } = await makeAccount({ org_id, role: "owner", password: goodPassword });
  const token = await invite(as("owner"), email);
  await visitor.post(path, { token, name: "Mallory", password: "another long password" });
  const login = await visitor.post("/api/auth/login", { email, password: goodPassword });
  expect(login.data.user.name).toBe("Test owner");
});

test("200: is written to the organisation's audit log", async ({ as, visitor, db, org_id }) => {
  const email = uniqueEmail();
  const token = await invite(as("owner"), email);
  await visitor.post(path, { token, name: "Grace", password: goodPassword });
  const { id } = await db.user.findUniqueOrThrow({ where: { email } });
  const rows = await db.auditLog.findMany({ where: { org_id, actor_id: id } });
  expect(rows).toMatchObject([{ action: "member.join" }]);
});

test("410: an invitation works once", async ({ as, visitor }) => {
  const token = await invite(as("owner"), uniqueEmail());
  const body = { token, name: "Grace", password: goodPassword };
  const replies = await Promise.all([visitor.post(path, body), visitor.post(path, body)]);
  expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 410]);
});

test("410: after seven days", async ({ as, visitor, db, org_id }) => {
  const token = await invite(as("owner"), uniqueEmail());
  await db.invitation.updateMany({ where: { org_id }, data: { expires_at: new Date() } });
  expect(await visitor.post(path, { token, name: "Grace", password: goodPassword })).toFail(410, "expired");
});

test("400: a new account needs a name and a password that is not common", async ({ as, visitor }) => {
  const token = await invite(as("owner"), uniqueEmail());
  expect(await visitor.post(path, { token, name: "Grace" })).toFail(400, "invalid_input", [{ path: "password" }]);
  const common = { token, name: "Grace", password: "password1234" };
  expect(await visitor.post(path, common)).toFail(400, "invalid_input", [{ path: "password" }]);
});

test("400: an invitation that never was", async ({ visitor }) => {
  expect(await visitor.post(path, { token: "nonsense" })).toFail(400, "invalid_code");
});

const show = (visitor: RestClient, token: string) => visitor.get(`${path}?${new URLSearchParams({ token })}`);

test("200: GET shows what an invitation is about, and whether its address has an account [#85]", async ({
  as,
  visitor,
}) => {
  const known = await makeAccount({ org_id: await makeOrganisation(), role: "owner" });
  const unverified = await makeAccount({ org_id: await makeOrganisation(), role: "owner", verified: false });
  for (const [email, has_account] of [
    [uniqueEmail(), false],
    [known.email, true],
    [unverified.email, false],
  ] as const) {
    const token = await invite(as("owner"), email);
    expect((await show(visitor, token)).data).toEqual({
      email,
      organisation: "Test organisation",
      role: expect.any(String),
      inviter: "Test owner",
      has_account,
      expires_at: expect.any(String),
    });
  }
});

test("400 and 410: GET of an invitation that never was, and of one that is over", async ({
  as,
  visitor,
  db,
  org_id,
}) => {
  expect(await show(visitor, "nonsense")).toFail(400, "invalid_code");
  const token = await invite(as("owner"), uniqueEmail());
  await db.invitation.updateMany({ where: { org_id }, data: { expires_at: new Date() } });
  expect(await show(visitor, token)).toFail(410, "expired");
});
