import { goodPassword, makeAccount, uniqueEmail } from "../support/accounts";
import { expect, type RestClient, test } from "../support/api";
import { identityOf, pendingLinkOf, signInByIdentity } from "../support/identities";
import { emailsTo, lastEmailTo } from "../support/mailbox";

const path = "/api/auth/link-identity";

const show = (visitor: RestClient, token: string) => visitor.get(`${path}?${new URLSearchParams({ token })}`);

const readEmailedToken = async (email: string): Promise<string> =>
  new URL((await lastEmailTo(email, "identity-link")).data.url).searchParams.get("token") ?? "";

const pending = async (org_id: string, password?: string) => {
  const account = await makeAccount({ org_id, role: "member", ...(password ? { password } : {}) });
  const identity = identityOf(account.email);
  return { account, identity, token: await pendingLinkOf(identity) };
};

test("GET returns the identity to link, and whether to confirm with a password or by email", async ({
  visitor,
  org_id,
}) => {
  const byPassword = await pending(org_id, goodPassword);
  expect((await show(visitor, byPassword.token)).data).toEqual({
    provider: "google",
    email: byPassword.account.email,
    confirmation: "password",
  });
  const byEmail = await pending(org_id);
  expect((await show(visitor, byEmail.token)).data.confirmation).toBe("mail");
});

test("entering the password links the identity only once, and the user can then sign in with it", async ({
  visitor,
  org_id,
}) => {
  const { account, identity, token } = await pending(org_id, goodPassword);
  const reply = await visitor.post(path, { token, password: goodPassword });
  expect(reply.data).toEqual({ provider: "google", email: account.email });
  expect(await signInByIdentity(identity)).toEqual({ user_id: account.id });
  expect(await visitor.post(path, { token, password: goodPassword })).toFail(410, "expired");
});

test("opening the emailed link links the identity without a password", async ({ visitor, org_id }) => {
  const { account, identity, token } = await pending(org_id);
  expect((await visitor.post(`${path}/mail`, { token })).status).toBe(202);
  const message = await lastEmailTo(account.email, "identity-link");
  expect(message.data).toMatchObject({ provider: "Google" });
  const confirmation = await readEmailedToken(account.email);
  expect((await show(visitor, confirmation)).data.confirmation).toBe("press");
  expect((await visitor.post(path, { token: confirmation })).data.email).toBe(account.email);
  expect(await signInByIdentity(identity)).toEqual({ user_id: account.id });
});

test("sends at most one email a minute, however often one is requested", async ({ visitor, org_id }) => {
  const { account, token } = await pending(org_id);
  for (let n = 0; n < 3; n++) expect((await visitor.post(`${path}/mail`, { token })).status).toBe(202);
  expect(await emailsTo(account.email)).toHaveLength(1);
});

test("returns 401 for a wrong password and links nothing, but accepts the correct password afterwards", async ({
  visitor,
  org_id,
  db,
}) => {
  const { account, token } = await pending(org_id, goodPassword);
  expect(await visitor.post(path, { token, password: "not the password" })).toFail(401, "invalid_credentials");
  expect(await db.linkedIdentity.count({ where: { user_id: account.id } })).toBe(0);
  expect((await visitor.post(path, { token, password: goodPassword })).status).toBe(200);
});

test("returns 401 for any password when the account has no password", async ({ visitor, org_id }) => {
  const { token } = await pending(org_id);
  expect(await visitor.post(path, { token, password: goodPassword })).toFail(401, "invalid_credentials");
});

test("returns 400 if the token is sent without a password", async ({ visitor, org_id }) => {
  const { token } = await pending(org_id, goodPassword);
  expect(await visitor.post(path, { token })).toFail(400, "invalid_input", [{ path: "password" }]);
});

test("returns 400 for an unknown token", async ({ visitor }) => {
  expect(await show(visitor, "nonsense")).toFail(400, "invalid_code");
  expect(await visitor.post(path, { token: "nonsense" })).toFail(400, "invalid_code");
  expect(await visitor.post(`${path}/mail`, { token: "nonsense" })).toFail(400, "invalid_code");
});

test("returns 409 for an identity that has since been linked to another account", async ({ visitor, org_id }) => {
  const { identity, token } = await pending(org_id, goodPassword);
  await signInByIdentity({ ...identity, email: uniqueEmail() });
  expect(await visitor.post(path, { token, password: goodPassword })).toFail(409, "conflict");
});

test("returns 410 for a token that expired after 15 minutes", async ({ visitor, org_id, db }) => {
  const { account, token } = await pending(org_id, goodPassword);
  const row = await db.accountToken.findFirstOrThrow({ where: { user_id: account.id } });
  expect(row.expires_at.getTime() - row.created_at.getTime()).toBeLessThan(16 * 60_000);
  await db.accountToken.update({ where: { id: row.id }, data: { expires_at: new Date() } });
  expect(await show(visitor, token)).toFail(410, "expired");
  expect(await visitor.post(path, { token, password: goodPassword })).toFail(410, "expired");
  expect(await visitor.post(`${path}/mail`, { token })).toFail(410, "expired");
});
