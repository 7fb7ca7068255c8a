import { goodPassword, makeAccount, signIn, uniqueEmail } from "../support/accounts";
import { expect, test } from "../support/api";
import { emailsTo, lastEmailTo } from "../support/mailbox";
import { sendPasswordReset } from "../support/password-reset";

const path = "/api/user/me/email/";
const confirmPath = "/api/user/confirm-email/";

const signedIn = async (org_id: string) => {
  const account = await makeAccount({ org_id, role: "member", password: goodPassword });
  return { account, headers: { authorization: `Bearer ${(await signIn(account)).access_token}` } };
};

const readEmailedToken = async (email: string): Promise<string> =>
  new URL((await lastEmailTo(email, "email-change-confirm")).data.url).searchParams.get("token") ?? "";

test("returns 202, emails a link to the new email address, and changes the account's email address when the link is opened", async ({
  visitor,
  org_id,
}) => {
  const { account, headers } = await signedIn(org_id);
  const email = uniqueEmail();
  const reply = await visitor.post(path, { email: email.toUpperCase(), password: goodPassword }, headers);
  expect(reply.status).toBe(202);
  expect(reply.data).toEqual({ email, confirmation_sent: true });
  expect((await visitor.get("/api/user/me/", headers)).data.email).toBe(account.email);
  expect(await emailsTo(account.email)).toEqual([]);
});

test("the link changes the email address only once, and the previous address is notified", async ({
  visitor,
  org_id,
}) => {
  const { account, headers } = await signedIn(org_id);
  const email = uniqueEmail();
  await visitor.post(path, { email, password: goodPassword }, headers);
  const token = await readEmailedToken(email);
  expect((await visitor.post(confirmPath, { token }, headers)).data).toEqual({ email });
  expect((await visitor.get("/api/user/me/", headers)).data).toMatchObject({ email, email_verified: true });
  const login = (address: string) => visitor.post("/api/auth/login", { email: address, password: goodPassword });
  expect((await login(email)).status).toBe(200);
  expect(await login(account.email)).toFail(401, "invalid_credentials");
  expect((await lastEmailTo(account.email, "email-changed")).data).toMatchObject({ new_email: email });
  expect((await lastEmailTo(email, "email-change-done")).data).toMatchObject({ old_email: account.email });
  expect(await visitor.post(confirmPath, { token })).toFail(410, "expired");
});

test("treats an email address that already has an account the same as any other", async ({ visitor, org_id }) => {
  const { account, headers } = await signedIn(org_id);
  const other = await makeAccount({ org_id, role: "member", password: goodPassword });
  const free = uniqueEmail();
  const forFree = await visitor.post(path, { email: free, password: goodPassword }, headers);
  const forTaken = await visitor.post(path, { email: other.email, password: goodPassword }, headers);
  expect({ ...forTaken.data, email: free }).toEqual(forFree.data);
  expect((await emailsTo(other.email)).map(({ template }) => template)).toEqual(["email-change-confirm"]);
  const token = await readEmailedToken(other.email);
  expect(await visitor.post(confirmPath, { token }, headers)).toFail(409, "conflict");
  expect((await visitor.get("/api/user/me/", headers)).data.email).toBe(account.email);
});

test("changing the email address revokes links sent to the previous one", async ({ visitor, org_id }) => {
  const { account, headers } = await signedIn(org_id);
  await sendPasswordReset(account.email);
  const url = new URL((await lastEmailTo(account.email, "password-reset")).data.url);
  const email = uniqueEmail();
  await visitor.post(path, { email, password: goodPassword }, headers);
  await visitor.post(confirmPath, { token: await readEmailedToken(email) }, headers);
  const body = { token: url.searchParams.get("token"), password: "eleven herons by the weir" };
  expect(await visitor.post("/api/auth/reset-password", body)).toFail(410, "expired");
});

test("returns 410 for a link that expired after 24 hours", async ({ visitor, org_id, db }) => {
  const { account, headers } = await signedIn(org_id);
  const email = uniqueEmail();
  await visitor.post(path, { email, password: goodPassword }, headers);
  const row = await db.accountToken.findFirstOrThrow({ where: { user_id: account.id } });
  expect((row.expires_at.getTime() - row.created_at.getTime()) / 3_600_000).toBeCloseTo(24, 1);
  await db.accountToken.update({ where: { id: row.id }, data: { expires_at: new Date() } });
  expect(await visitor.post(confirmPath, { token: await readEmailedToken(email) })).toFail(410, "expired");
});

test("returns 401 for a wrong password and sends no email", async ({ visitor, org_id }) => {
  const { headers } = await signedIn(org_id);
  const email = uniqueEmail();
  const reply = await visitor.post(path, { email, password: "not the password" }, headers);
  expect(reply).toFail(401, "invalid_credentials");
  expect(await emailsTo(email)).toEqual([]);
});

test("returns 400 for an invalid email address, a missing password and an unknown link", async ({
  visitor,
  org_id,
}) => {
  const { headers } = await signedIn(org_id);
  const post = (body: unknown) => visitor.post(path, body, headers);
  expect(await post({ email: "ada", password: goodPassword })).toFail(400, "invalid_input", [{ path: "email" }]);
  expect(await post({ email: uniqueEmail() })).toFail(400, "invalid_input", [{ path: "password" }]);
  expect(await visitor.post(confirmPath, { token: "nonsense" })).toFail(400, "invalid_code");
});

test("returns 429 after five emails in an hour to one mailbox", async ({ visitor, org_id }) => {
  const { headers } = await signedIn(org_id);
  const email = uniqueEmail();
  const send = () => visitor.post(path, { email, password: goodPassword }, headers);
  for (let n = 0; n < 5; n++) expect((await send()).status).toBe(202);
  expect(await send()).toFail(429, "rate_limited", { window_seconds: 3600 });
});

test("the link changes only the account that requested it, and anyone not signed in to that account must enter its password", async ({
  visitor,
  org_id,
}) => {
  const [first, second] = [await signedIn(org_id), await signedIn(org_id)];
  const email = uniqueEmail();
  await visitor.post(path, { email, password: goodPassword }, first.headers);
  const token = await readEmailedToken(email);
  const addresses = async () => {
    const replies = [first, second].map(({ headers }) => visitor.get("/api/user/me/", headers));
    return (await Promise.all(replies)).map(({ data }) => data.email);
  };
  const refused = await visitor.post(confirmPath, { token }, second.headers);
  expect(refused).toFail(400, "invalid_input", [{ path: "password" }]);
  expect(await addresses()).toEqual([first.account.email, second.account.email]);
  await visitor.post(confirmPath, { token, password: goodPassword }, second.headers);
  expect(await addresses()).toEqual([email, second.account.email]);
});
