import { signInByIdentity } from "@/server/features/auth";
import { goodPassword, makeAccount, uniqueEmail } from "../support/accounts";
import { expect, type RestClient, test } from "../support/api";
import { identityOf, pendingLinkOf } from "../support/identities";
import { lastMailTo, mailsTo } from "../support/mailbox";

const path = "/api/auth/link-identity";

const show = (visitor: RestClient, token: string) => visitor.get(`${path}?${new URLSearchParams({ token })}`);

const mailedToken = async (email: string): Promise<string> =>
  new URL((await lastMailTo(email, "identity-link")).data.url).searchParams.get("token") ?? "";

const pending = async (org_id: string, password?: string) => {
  const account = await makeAccount({ org_id, role: "member", ...(password ? { password } : {}) });
  const identity = identityOf(account.email);
  return { account, identity, token: await pendingLinkOf(identity) };
};

test("200: GET shows what is to be linked and how to confirm it", async ({ visitor, org_id }) => {
  const byPassword = await pending(org_id, goodPassword);
  expect((await show(visitor, byPassword.token)).data).toEqual({
    provider: "google",
    email: byPassword.account.email,
    confirmation: "password",
  });
  const byMail = await pending(org_id);
  expect((await show(visitor, byMail.token)).data.confirmation).toBe("mail");
});

test("200: the password links, once, and the identity signs in from then on", async ({ visitor, org_id }) => {
  const { account, identity, token } = await pending(org_id, goodPassword);
  const reply = await visitor.post(path, { token, password: goodPassword });
  expect(reply.data).toEqual({ provider: "google", email: account.email });
  expect(await signInByIdentity(identity)).toEqual({ user_id: account.id });
  expect(await visitor.post(path, { token, password: goodPassword })).toFail(410, "expired");
});

test("200: a link that came by mail links without a password", async ({ visitor, org_id }) => {
  const { account, identity, token } = await pending(org_id);
  expect((await visitor.post(`${path}/mail`, { token })).status).toBe(202);
  const mail = await lastMailTo(account.email, "identity-link");
  expect(mail.data).toMatchObject({ provider: "Google" });
  const confirmation = await mailedToken(account.email);
  expect((await show(visitor, confirmation)).data.confirmation).toBe("press");
  expect((await visitor.post(path, { token: confirmation })).data.email).toBe(account.email);
  expect(await signInByIdentity(identity)).toEqual({ user_id: account.id });
});

test("202: the mail is sent once a minute, however often it is asked for", async ({ visitor, org_id }) => {
  const { account, token } = await pending(org_id);
  for (let n = 0; n < 3; n++) expect((await visitor.post(`${path}/mail`, { token })).status).toBe(202);
  expect(await mailsTo(account.email)).toHaveLength(1);
});

test("401: a wrong password links nothing, and the page goes on working", async ({ visitor, org_id, db }) => {
  const { account, token } = await pending(org_id, goodPassword);
  expect(await visitor.post(path, { token, password: "not the password" })).toFail(401, "invalid_credentials");
  expect(await db.linkedIdentity.count({ where: { user_id: account.id } })).toBe(0);
  expect((await visitor.post(path, { token, password: goodPassword })).status).toBe(200);
});

test("401: no password opens an account that has none", async ({ visitor, org_id }) => {
  const { token } = await pending(org_id);
  expect(await visitor.post(path, { token, password: goodPassword })).toFail(401, "invalid_credentials");
});

test("400: the token of the page alone links nothing", async ({ visitor, org_id }) => {
  const { token } = await pending(org_id, goodPassword);
  expect(await visitor.post(path, { token })).toFail(400, "invalid_input", [{ path: "password" }]);
});

test("400: a token that never was", async ({ visitor }) => {
  expect(await show(visitor, "nonsense")).toFail(400, "invalid_code");
  expect(await visitor.post(path, { token: "nonsense" })).toFail(400, "invalid_code");
  expect(await visitor.post(`${path}/mail`, { token: "nonsense" })).toFail(400, "invalid_code");
});

test("409: an identity that another account has taken meanwhile", async ({ visitor, org_id }) => {
  const { identity, token } = await pending(org_id, goodPassword);
  await signInByIdentity({ ...identity, email: uniqueEmail() });
  expect(await visitor.post(path, { token, password: goodPassword })).toFail(409, "conflict");
});

test("410: after 15 minutes", async ({ visitor, org_id, db }) => {
  const { account, token } = await pending(org_id, goodPassword);
  const row = await db.accountToken.findFirstOrThrow({ where: { user_id: account.id } });
  expect(row.expires_at.getTime() - row.created_at.getTime()).toBeLessThan(16 * 60_000);
  await db.accountToken.update({ where: { id: row.id }, data: { expires_at: new Date() } });
  expect(await show(visitor, token)).toFail(410, "expired");
  expect(await visitor.post(path, { token, password: goodPassword })).toFail(410, "expired");
  expect(await visitor.post(`${path}/mail`, { token })).toFail(410, "expired");
});
