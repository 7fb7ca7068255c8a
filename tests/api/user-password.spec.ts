import { goodPassword, makeAccount, signIn } from "../support/accounts";
import { expect, test } from "../support/api";
import { lastEmailTo } from "../support/mailbox";

const path = "/api/user/me/password/";
const newPassword = "eleven herons by the weir";

const signedIn = async (org_id: string, password?: string) => {
  const account = await makeAccount({ org_id, role: "member", ...(password ? { password } : {}) });
  const session = await signIn(account);
  return { account, session, headers: { authorization: `Bearer ${session.access_token}` } };
};

test("after a change, only the new password works, and all sessions except the current one are revoked", async ({
  visitor,
  org_id,
}) => {
  const { account, headers } = await signedIn(org_id, goodPassword);
  const other = await signIn(account);
  const reply = await visitor.post(path, { current_password: goodPassword, password: newPassword }, headers);
  expect(reply.data).toEqual({ ended_sessions: 1 });
  expect((await visitor.get("/api/user/me/", headers)).status).toBe(200);
  const elsewhere = { authorization: `Bearer ${other.access_token}` };
  expect(await visitor.get("/api/user/me/", elsewhere)).toFail(401, "token_expired");
  const login = (password: string) => visitor.post("/api/auth/login", { email: account.email, password });
  expect(await login(goodPassword)).toFail(401, "invalid_credentials");
  expect((await login(newPassword)).status).toBe(200);
  expect((await lastEmailTo(account.email, "password-changed")).data.name).toBe("Test member");
});

test("a user without a password can set one only shortly after signing in", async ({ visitor, org_id }) => {
  const { account, headers } = await signedIn(org_id);
  expect((await visitor.post(path, { password: newPassword }, headers)).status).toBe(200);
  const login = await visitor.post("/api/auth/login", { email: account.email, password: newPassword });
  expect(login.status).toBe(200);
});

test("returns 403 for an account without a password when the sign-in isn't recent", async ({ visitor, org_id, db }) => {
  const { session, headers } = await signedIn(org_id);
  const created_at = new Date(Date.now() - 11 * 60_000);
  await db.session.update({ where: { id: session.session_id }, data: { created_at } });
  const reply = await visitor.post(path, { password: newPassword }, headers);
  expect(reply).toFail(403, "forbidden", { reason: "sign_in_again", max_age_seconds: 600 });
});

test("returns 401 for a wrong current password and changes nothing", async ({ visitor, org_id }) => {
  const { account, headers } = await signedIn(org_id, goodPassword);
  const reply = await visitor.post(path, { current_password: "not the password", password: newPassword }, headers);
  expect(reply).toFail(401, "invalid_credentials");
  const login = await visitor.post("/api/auth/login", { email: account.email, password: goodPassword });
  expect(login.status).toBe(200);
});

test("returns 400 without the current password or with a common new password", async ({ visitor, org_id }) => {
  const { headers } = await signedIn(org_id, goodPassword);
  expect(await visitor.post(path, { password: newPassword }, headers)).toFail(400, "invalid_input", [
    { path: "current_password" },
  ]);
  const common = { current_password: goodPassword, password: "password1234" };
  expect(await visitor.post(path, common, headers)).toFail(400, "invalid_input", [{ path: "password" }]);
});

test("returns 429 after ten attempts in a minute", async ({ visitor, org_id }) => {
  const { headers } = await signedIn(org_id, goodPassword);
  const body = { current_password: "not the password", password: newPassword };
  for (let n = 0; n < 10; n++) await visitor.post(path, body, headers);
  expect(await visitor.post(path, body, headers)).toFail(429, "rate_limited");
});
