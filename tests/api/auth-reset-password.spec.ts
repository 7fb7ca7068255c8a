import { type Account, goodPassword, makeAccount, signIn } from "../support/accounts";
import { expect, type RestClient, test } from "../support/api";
import { lastEmailTo } from "../support/mailbox";
import { sendPasswordReset } from "../support/password-reset";

const path = "/api/auth/reset-password";
const newPassword = "eleven herons by the weir";

const linkOf = async ({ email }: Account): Promise<string> => {
  await sendPasswordReset(email);
  return new URL((await lastEmailTo(email, "password-reset")).data.url).searchParams.get("token") ?? "";
};

const login = (visitor: RestClient, { email }: Account, password: string) =>
  visitor.post("/api/auth/login", { email, password });

test("after a reset, only the new password works, and every session is revoked", async ({ visitor, org_id }) => {
  const account = await makeAccount({ org_id, role: "member", password: goodPassword });
  const { access_token } = await signIn(account);
  const reply = await visitor.post(path, { token: await linkOf(account), password: newPassword });
  expect(reply.status).toBe(200);
  expect(reply.data).toEqual({ email: account.email });
  expect(await visitor.get("/api/user/me/", { authorization: `Bearer ${access_token}` })).toFail(401, "token_expired");
  expect(await login(visitor, account, goodPassword)).toFail(401, "invalid_credentials");
  expect((await login(visitor, account, newPassword)).status).toBe(200);
  expect((await lastEmailTo(account.email, "password-changed")).data.name).toBe("Test member");
});

test("using the link also verifies the email address", async ({ visitor, org_id }) => {
  const account = await makeAccount({ org_id, role: "member", password: goodPassword, verified: false });
  await visitor.post(path, { token: await linkOf(account), password: newPassword });
  expect((await login(visitor, account, newPassword)).status).toBe(200);
});

test("the link works only once, even for two simultaneous requests, and then returns 410", async ({
  visitor,
  org_id,
}) => {
  const account = await makeAccount({ org_id, role: "member", password: goodPassword });
  const body = { token: await linkOf(account), password: newPassword };
  const replies = await Promise.all([visitor.post(path, body), visitor.post(path, body)]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 410]);
  expect(await visitor.post(path, body)).toFail(410, "expired");
});

test("using one link makes the account's other links return 410", async ({ visitor, org_id, db }) => {
  const account = await makeAccount({ org_id, role: "member", password: goodPassword });
  const first = await linkOf(account);
  await db.accountToken.updateMany({ where: { user_id: account.id }, data: { created_at: new Date(0) } });
  const second = await linkOf(account);
  expect(second).not.toBe(first);
  expect((await visitor.post(path, { token: first, password: newPassword })).status).toBe(200);
  expect(await visitor.post(path, { token: second, password: goodPassword })).toFail(410, "expired");
});

test("returns 410 for a link that expired after 60 minutes", async ({ visitor, org_id, db }) => {
  const account = await makeAccount({ org_id, role: "member", password: goodPassword });
  const token = await linkOf(account);
  const row = await db.accountToken.findFirstOrThrow({ where: { user_id: account.id } });
  expect(row.expires_at.getTime() - row.created_at.getTime()).toBeGreaterThan(3_590_000);
  expect(row.expires_at.getTime() - row.created_at.getTime()).toBeLessThan(3_610_000);
  await db.accountToken.update({ where: { id: row.id }, data: { expires_at: new Date() } });
  expect(await visitor.post(path, { token, password: newPassword })).toFail(410, "expired");
  expect((await login(visitor, account, goodPassword)).status).toBe(200);
});

test("returns 400 for an unknown link and a link of another kind", async ({ visitor, org_id, db }) => {
  const account = await makeAccount({ org_id, role: "member", password: goodPassword });
  const token = await linkOf(account);
  await db.accountToken.updateMany({ where: { user_id: account.id }, data: { purpose: "change-email" } });
  expect(await visitor.post(path, { token, password: newPassword })).toFail(400, "invalid_code");
  expect(await visitor.post(path, { token: "nonsense", password: newPassword })).toFail(400, "invalid_code");
});

test("returns 400 for a short or common password and keeps the link valid", async ({ visitor, org_id }) => {
  const account = await makeAccount({ org_id, role: "member", password: goodPassword });
  const token = await linkOf(account);
  for (const password of ["short", "password1234"])
    expect(await visitor.post(path, { token, password })).toFail(400, "invalid_input", [{ path: "password" }]);
  expect((await visitor.post(path, { token, password: newPassword })).status).toBe(200);
});
