import { decodeJwt, decodeProtectedHeader } from "jose";
import { goodPassword, makeAccount, makeOrganisation, uniqueEmail } from "../support/accounts";
import { expect, test } from "../support/api";

const path = "/api/auth/login";

test("exchanges an email address and password for a signed token that authorises later requests [#65] [#97] [#98] [#104]", async ({
  visitor,
  org_id,
}) => {
  const { id, email } = await makeAccount({ org_id, role: "member", password: goodPassword });
  const reply = await visitor.post(path, { email, password: goodPassword });
  expect(reply.status).toBe(200);
  expect(reply.data).toEqual({
    access_token: expect.any(String),
    token_type: "Bearer",
    expires_in: 3600,
    refresh_token: expect.any(String),
    user: expect.objectContaining({ id, email, role: "member", email_verified: true }),
  });
  expect(decodeProtectedHeader(reply.data.access_token)).toMatchObject({ alg: "RS256" });
  expect(decodeJwt(reply.data.access_token)).toMatchObject({ sub: id, org: org_id, role: "member" });
  const me = await visitor.get("/api/user/me/", { authorization: `Bearer ${reply.data.access_token}` });
  expect(me.data.email).toBe(email);
});

test("accepts a trailing slash, and an email address in a different case or with spaces around it", async ({
  visitor,
  org_id,
}) => {
  const { email } = await makeAccount({ org_id, role: "owner", password: goodPassword });
  const reply = await visitor.post(`${path}/`, { email: ` ${email.toUpperCase()} `, password: goodPassword });
  expect(reply.status).toBe(200);
});

test("stores the refresh token only as a hash", async ({ visitor, org_id, db }) => {
  const { id, email } = await makeAccount({ org_id, role: "owner", password: goodPassword });
  const { data } = await visitor.post(path, { email, password: goodPassword });
  const rows = await db.session.findMany({ where: { user_id: id } });
  expect(rows).toHaveLength(1);
  const secret = data.refresh_token.split(".")[1];
  expect(JSON.stringify(rows)).not.toContain(secret);
});

test("a new session starts in the organisation that the user most recently joined or used", async ({
  visitor,
  org_id,
  db,
}) => {
  const { id, email } = await makeAccount({ org_id, role: "owner", password: goodPassword });
  const login = async () => (await visitor.post(path, { email, password: goodPassword })).data.user.organisation.id;
  expect(await login()).toBe(org_id);
  const joined = await makeOrganisation();
  await db.membership.create({ data: { org_id: joined, user_id: id, role: "viewer" } });
  expect(await login()).toBe(joined);
  await db.session.updateMany({ where: { user_id: id }, data: { org_id } });
  expect(await login()).toBe(org_id);
});

test("a password that was set twenty years ago still works", async ({ visitor, org_id, db }) => {
  const { id, email } = await makeAccount({ org_id, role: "viewer", password: goodPassword });
  const longAgo = new Date(Date.now() - 20 * 366 * 86_400_000);
  await db.user.update({
    where: { id },
    data: { created_at: longAgo, updated_at: longAgo, email_verified_at: longAgo },
  });
  expect((await visitor.post("/api/auth/login", { email, password: goodPassword })).status).toBe(200);
});

test("returns the same 401 for an unknown email address and a wrong password", async ({ visitor, org_id }) => {
  const { email } = await makeAccount({ org_id, role: "owner", password: goodPassword });
  const wrong = await visitor.post(path, { email, password: "not the password" });
  const unknown = await visitor.post(path, { email: uniqueEmail(), password: goodPassword });
  expect(wrong).toFail(401, "invalid_credentials");
  expect(unknown.status).toBe(wrong.status);
  expect(unknown.body?.error).toEqual(wrong.body?.error);
});

test("returns 401 for any password when the account has no password", async ({ visitor, org_id }) => {
  const { email } = await makeAccount({ org_id, role: "owner" });
  expect(await visitor.post(path, { email, password: goodPassword })).toFail(401, "invalid_credentials");
});

test("returns 403 for an unverified email address, but only if the password is right", async ({ visitor, org_id }) => {
  const { email } = await makeAccount({ org_id, role: "owner", password: goodPassword, verified: false });
  expect(await visitor.post(path, { email, password: goodPassword })).toFail(403, "email_not_verified");
  expect(await visitor.post(path, { email, password: "not the password" })).toFail(401, "invalid_credentials");
});

test("returns 403 for someone who no longer belongs to any organisation", async ({ visitor, org_id, db }) => {
  const { id, email } = await makeAccount({ org_id, role: "owner", password: goodPassword });
  await db.membership.deleteMany({ where: { user_id: id } });
  expect(await visitor.post(path, { email, password: goodPassword })).toFail(403, "forbidden");
});

test("returns 400 and names every invalid field", async ({ visitor }) => {
  const reply = await visitor.post(path, { email: "nobody" });
  expect(reply).toFail(400, "invalid_input");
  const fields = reply.body?.error?.details as { path: string }[];
  expect(fields.map((field) => field.path).toSorted()).toEqual(["email", "password"]);
});

test("returns 400 for malformed JSON", async ({ visitor }) => {
  expect(await visitor.post(path, "{")).toFail(400, "invalid_json");
});
