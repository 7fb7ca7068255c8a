import { goodPassword, makeAccount, signIn, uniqueEmail } from "../support/accounts";
import { expect, type RestClient, test } from "../support/api";
import { identityOf, pendingLinkOf, signInByIdentity } from "../support/identities";
import { lastEmailTo } from "../support/mailbox";

const confirmPath = "/api/user/confirm-email/";

const tokenIn = (url: string): string => new URL(url).searchParams.get("token") ?? "";

/** Creates an account whose owner has asked to change its email address to a stranger's. */
const changing = async (visitor: RestClient, org_id: string) => {
  const account = await makeAccount({ org_id, role: "member", password: goodPassword });
  const headers = { authorization: `Bearer ${(await signIn(account)).access_token}` };
  const stranger = uniqueEmail();
  await visitor.post("/api/user/me/email/", { email: stranger, password: goodPassword }, headers);
  const token = tokenIn((await lastEmailTo(stranger, "email-change-confirm")).data.url);
  return { account, headers, stranger, token };
};

test("a stranger, signed in or not, can't confirm someone else's new email address [L13]", async ({
  visitor,
  org_id,
  as,
  db,
}) => {
  const { account, token } = await changing(visitor, org_id);
  expect(await visitor.post(confirmPath, { token })).toFail(400, "invalid_input", [{ path: "password" }]);
  expect(await as("owner").post(confirmPath, { token })).toFail(400, "invalid_input", [{ path: "password" }]);
  const guess = { token, password: "not the password" };
  expect(await visitor.post(confirmPath, guess)).toFail(401, "invalid_credentials");
  expect((await db.user.findUniqueOrThrow({ where: { id: account.id } })).email).toBe(account.email);
});

test("anyone who opens the link can confirm a new email address with the account's password, without a session [L13]", async ({
  visitor,
  org_id,
}) => {
  const { stranger, token } = await changing(visitor, org_id);
  expect((await visitor.post(confirmPath, { token, password: goodPassword })).data).toEqual({ email: stranger });
});

test("an account without a password can confirm a new email address only with a session [L13]", async ({
  visitor,
  org_id,
  db,
}) => {
  const { account, headers, stranger, token } = await changing(visitor, org_id);
  await db.user.update({ where: { id: account.id }, data: { password_hash: null } });
  expect(await visitor.post(confirmPath, { token, password: goodPassword })).toFail(401, "not_authenticated");
  expect((await visitor.post(confirmPath, { token }, headers)).data).toEqual({ email: stranger });
});

test("linking a provider through an emailed link revokes all sessions and removes every other way to sign in [L13]", async ({
  visitor,
  org_id,
  db,
}) => {
  const { account, headers, stranger, token } = await changing(visitor, org_id);
  await db.linkedIdentity.create({
    data: { provider: "github", subject: account.id, user_id: account.id, email: account.email },
  });
  await visitor.post(confirmPath, { token }, headers);
  const identity = identityOf(stranger);
  const pending = await pendingLinkOf(identity);
  await visitor.post("/api/auth/link-identity/mail", { token: pending });
  const link = tokenIn((await lastEmailTo(stranger, "identity-link")).data.url);
  expect((await visitor.post("/api/auth/link-identity", { token: link })).data.email).toBe(stranger);
  expect(await signInByIdentity(identity)).toEqual({ user_id: account.id });
  expect(await visitor.get("/api/user/me/", headers)).toFail(401, "token_expired");
  for (const email of [stranger, account.email])
    expect(await visitor.post("/api/auth/login", { email, password: goodPassword })).toFail(401, "invalid_credentials");
  const left = await db.linkedIdentity.findMany({ where: { user_id: account.id } });
  expect(left).toMatchObject([{ provider: "google", email: stranger }]);
});

test("linking a provider with the password doesn't sign anyone out [L13]", async ({ visitor, org_id }) => {
  const account = await makeAccount({ org_id, role: "member", password: goodPassword });
  const headers = { authorization: `Bearer ${(await signIn(account)).access_token}` };
  const token = await pendingLinkOf(identityOf(account.email));
  await visitor.post("/api/auth/link-identity", { token, password: goodPassword });
  expect((await visitor.get("/api/user/me/", headers)).status).toBe(200);
  expect((await lastEmailTo(account.email, "identity-linked")).data.url).toContain("/secure-account?token=");
});
