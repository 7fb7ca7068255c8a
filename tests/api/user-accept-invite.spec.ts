import { setDatabase } from "@/server/adapters/database";
import { goodPassword, makeAccount, makeOrganisation, uniqueEmail } from "../support/accounts";
import { expect, type RestClient, type SignedIn, test } from "../support/api";
import { emailsTo, lastEmailTo } from "../support/mailbox";

const path = "/api/user/accept-invite/";

const once = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | undefined;
  return () => {
    running ??= work();
    return running;
  };
};

const invite = async (client: SignedIn, email: string, role = "member"): Promise<string> => {
  await client.post("/api/user/invite-user/", { email, role });
  const { data } = await lastEmailTo(email, "org-invite");
  return new URL(data.url).searchParams.get("token") ?? "";
};

test("someone who has an account joins the organisation, and the inviter is notified", async ({
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
  expect(await lastEmailTo(inviter.email, "org-invite-accepted")).toMatchObject({
    data: { member: "Test owner", org: "Test organisation" },
  });
});

test("creates a verified account for someone who has none, because the emailed token proves that they own the email address", async ({
  as,
  visitor,
  db,
}) => {
  const email = uniqueEmail();
  const token = await invite(as("admin"), email, "viewer");
  const reply = await visitor.post(path, { token, name: "Grace", password: goodPassword });
  expect(reply.status).toBe(200);
  const login = await visitor.post("/api/auth/login", { email, password: goodPassword });
  expect(login.data.user).toMatchObject({ name: "Grace", role: "viewer", email_verified: true });
  expect(await db.membership.count({ where: { user: { email } } })).toBe(1);
  expect((await emailsTo(email)).map((message) => message.template)).toEqual(["org-invite"]);
});

test("the recipient of the invitation takes over an unverified account with their email address", async ({
  as,
  visitor,
}) => {
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

test("a name and password sent with the token change nothing in an existing account", async ({
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

test("writes to the organisation's audit log", async ({ as, visitor, db, org_id }) => {
  const email = uniqueEmail();
  const token = await invite(as("owner"), email);
  await visitor.post(path, { token, name: "Grace", password: goodPassword });
  const { id } = await db.user.findUniqueOrThrow({ where: { email } });
  const rows = await db.auditLog.findMany({ where: { org_id, actor_id: id } });
  expect(rows).toMatchObject([{ action: "member.join" }]);
});

test("returns 410 for an invitation that has been accepted", async ({ as, visitor }) => {
  const token = await invite(as("owner"), uniqueEmail());
  const body = { token, name: "Grace", password: goodPassword };
  const replies = await Promise.all([visitor.post(path, body), visitor.post(path, body)]);
  expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 410]);
});

test("returns 410 for an invitation that expired after seven days", async ({ as, visitor, db, org_id }) => {
  const token = await invite(as("owner"), uniqueEmail());
  await db.invitation.updateMany({ where: { org_id }, data: { expires_at: new Date() } });
  expect(await visitor.post(path, { token, name: "Grace", password: goodPassword })).toFail(410, "expired");
});

test("returns 400 when the password of a new account is missing or common", async ({ as, visitor }) => {
  const token = await invite(as("owner"), uniqueEmail());
  expect(await visitor.post(path, { token, name: "Grace" })).toFail(400, "invalid_input", [{ path: "password" }]);
  const common = { token, name: "Grace", password: "password1234" };
  expect(await visitor.post(path, common)).toFail(400, "invalid_input", [{ path: "password" }]);
});

test("returns 400 for an unknown invitation", async ({ visitor }) => {
  expect(await visitor.post(path, { token: "nonsense" })).toFail(400, "invalid_code");
});

const show = (visitor: RestClient, token: string) => visitor.get(`${path}?${new URLSearchParams({ token })}`);

test("GET shows what an invitation is for, and whether its email address has an account [#85]", async ({
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

test("GET returns 400 for an unknown invitation and 410 for one that has expired", async ({
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

test("an account that is verified while its invitation is being accepted keeps its name and password [A10]", async ({
  as,
  visitor,
  database,
}) => {
  const email = uniqueEmail();
  await visitor.post("/api/user/", { email, password: "the owner chose this", name: "Owner" });
  const { data } = await lastEmailTo(email, "verify-email");
  const token = await invite(as("owner"), email);
  const verify = once(() => visitor.post("/api/user/verify-email-otp/", { email, otp: data.otp }));
  const prisma = database.prisma.$extends({
    query: {
      user: {
        // Runs after the account is read and before the transaction that changes it.
        findUnique: async ({ args, query }) => {
          const found = await query(args);
          if (args.where.email === email) await verify();
          return found;
        },
      },
    },
  });
  setDatabase({ ...database, prisma: prisma as unknown as typeof database.prisma });
  const joined = await visitor.post(path, { token, name: "Mallory", password: goodPassword });
  setDatabase(database);
  expect(joined.status).toBe(200);
  expect((await verify()).status).toBe(200);
  expect(await visitor.post("/api/auth/login", { email, password: goodPassword })).toFail(401, "invalid_credentials");
  const login = await visitor.post("/api/auth/login", { email, password: "the owner chose this" });
  expect(login.data.user).toMatchObject({ name: "Owner", role: "member" });
});
