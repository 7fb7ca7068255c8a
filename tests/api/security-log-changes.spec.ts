import { sendPasswordReset } from "@/server/domains/identity/sign-in";
import { goodPassword, makeAccount, signIn, uniqueEmail } from "../support/accounts";
import { expect, type RestClient, test } from "../support/api";
import { identityOf, pendingLinkOf, signInByIdentity } from "../support/identities";
import { emailsTo, lastEmailTo } from "../support/mailbox";

const logPath = "/api/user/me/security-log/";
const newPassword = "eleven herons by the weir";
const from = { "x-client-ip": "203.0.113.5", "user-agent": "curl/8.5.0" };

const readEmailedToken = async (email: string, template: string): Promise<string> =>
  new URL((await lastEmailTo(email, template)).data.url).searchParams.get("token") ?? "";

const login = async (visitor: RestClient, email: string, password: string) => {
  const { data } = await visitor.post("/api/auth/login", { email, password }, from);
  return { ...from, authorization: `Bearer ${data.access_token}` };
};

/** Returns the events that the account's owner sees, oldest first. */
const readLog = async (visitor: RestClient, headers: Record<string, string>) => {
  const { data } = await visitor.get(logPath, headers);
  return data
    .toReversed()
    .map((row: Record<string, string>) => [row["event"], row["outcome"], row["method"], row["event_text"]]);
};

const succeeded = (event: string, method: string | null, text: string) => [event, "succeeded", method, text];

const signedIn = succeeded("sign_in", "password", "Signed in with a password");

test("records a sign-up and its confirmation by code or link [M2]", async ({ visitor, db }) => {
  for (const method of ["code", "link"]) {
    const email = uniqueEmail();
    const body = { email, password: goodPassword, name: "Ada" };
    expect((await visitor.post("/api/user/", body, from)).status).toBe(201);
    const { otp, url } = (await lastEmailTo(email, "verify-email")).data;
    const token = new URL(url).searchParams.get("token");
    if (method === "code") await visitor.post("/api/user/verify-email-otp/", { email, otp }, from);
    else await visitor.post("/api/user/verify-email-link/", { token }, from);
    expect(await readLog(visitor, await login(visitor, email, goodPassword))).toEqual([
      succeeded("account_create", "password", "Created the account"),
      succeeded("email_verify", method, "Verified the email address"),
      signedIn,
    ]);
    const rows = await db.securityEvent.findMany({ where: { user: { email } } });
    expect(rows.map(({ ip, agent }) => [ip, agent])).toEqual([0, 1, 2].map(() => ["203.0.113.5", "curl/8.5.0"]));
  }
});

test("records an account created by an identity provider [M2]", async ({ db }) => {
  const identity = identityOf(uniqueEmail());
  await signInByIdentity(identity);
  const rows = await db.securityEvent.findMany({ where: { user: { email: identity.email ?? "" } } });
  expect(rows).toMatchObject([{ event: "account_create", outcome: "succeeded", method: "google" }]);
});

test("records that a provider sign-in took over an unverified account [M2]", async ({ org_id, db }) => {
  const account = await makeAccount({ org_id, role: "viewer", password: goodPassword, verified: false });
  await signInByIdentity(identityOf(account.email));
  const rows = await db.securityEvent.findMany({ where: { user_id: account.id }, orderBy: { id: "asc" } });
  expect(rows.map(({ event, method }) => [event, method])).toEqual([
    ["email_verify", "google"],
    ["identity_link", "google"],
  ]);
});

test("records an accepted invitation and the account that it created [M2]", async ({ as, visitor, db }) => {
  const email = uniqueEmail();
  await as("owner").post("/api/user/invite-user/", { email, role: "viewer" });
  const body = { token: await readEmailedToken(email, "org-invite"), name: "Ada", password: goodPassword };
  expect((await visitor.post("/api/user/accept-invite/", body, from)).status).toBe(200);
  const rows = await db.securityEvent.findMany({ where: { user: { email } }, orderBy: { id: "asc" } });
  expect(rows.map(({ event, method, ip }) => [event, method, ip])).toEqual([
    ["account_create", "invitation", "203.0.113.5"],
    ["invitation_accept", null, "203.0.113.5"],
  ]);
});

test("doesn't record a new account when an existing account accepts an invitation [M2]", async ({
  as,
  visitor,
  otherOrganisation,
  db,
}) => {
  const account = await makeAccount({ org_id: await otherOrganisation().id(), role: "owner" });
  await as("owner").post("/api/user/invite-user/", { email: account.email, role: "viewer" });
  const token = await readEmailedToken(account.email, "org-invite");
  expect((await visitor.post("/api/user/accept-invite/", { token }, from)).status).toBe(200);
  const rows = await db.securityEvent.findMany({ where: { user_id: account.id } });
  expect(rows).toMatchObject([{ event: "invitation_accept" }]);
});

test("records a changed password and the sessions that the change revokes [M2]", async ({ visitor, org_id }) => {
  const account = await makeAccount({ org_id, role: "viewer", password: goodPassword });
  await signIn(account);
  const headers = await login(visitor, account.email, goodPassword);
  const body = { current_password: goodPassword, password: newPassword };
  expect((await visitor.post("/api/user/me/password/", body, headers)).status).toBe(200);
  expect(await readLog(visitor, headers)).toEqual([
    signedIn,
    succeeded("session_revoke", "others", "Revoked all other sessions"),
    succeeded("password_change", null, "Changed the password"),
  ]);
});

test("records a request for a new email address and its confirmation [M2]", async ({ visitor, org_id }) => {
  const account = await makeAccount({ org_id, role: "viewer", password: goodPassword });
  const headers = await login(visitor, account.email, goodPassword);
  const email = uniqueEmail();
  await visitor.post("/api/user/me/email/", { email, password: goodPassword }, headers);
  const token = await readEmailedToken(email, "email-change-confirm");
  expect((await visitor.post("/api/user/confirm-email/", { token }, headers)).status).toBe(200);
  expect(await readLog(visitor, headers)).toEqual([
    signedIn,
    succeeded("email_change_request", null, "Requested a change of email address"),
    succeeded("email_change", null, "Changed the email address"),
  ]);
});

test("records the password reset request, including the caller's IP address, and the reset itself [M2]", async ({
  visitor,
  org_id,
  db,
}) => {
  const account = await makeAccount({ org_id, role: "viewer", password: goodPassword });
  const { email } = account;
  await signIn(account);
  expect((await visitor.post("/api/auth/forgot-password", { email }, from)).status).toBe(202);
  const events = await db.outboxEvent.findMany({ where: { name: "password-reset/requested" } });
  const requests = events.map(({ data }) => data as unknown as Parameters<typeof sendPasswordReset>[0]);
  const request = requests.find((each) => each.email === email);
  expect(request).toMatchObject({ asked_by: { ip: "203.0.113.5", agent: "curl/8.5.0" } });
  // Runs the job twice, as after a crash.
  if (request) for (let n = 0; n < 2; n += 1) await sendPasswordReset(request);
  expect(await emailsTo(email)).toHaveLength(1);
  const token = await readEmailedToken(email, "password-reset");
  await visitor.post("/api/auth/reset-password", { token, password: newPassword }, from);
  expect(await readLog(visitor, await login(visitor, email, newPassword))).toEqual([
    succeeded("password_reset_request", null, "Requested a link to reset the password"),
    succeeded("session_revoke", "all", "Revoked all sessions"),
    succeeded("password_reset", null, "Reset the password by email"),
    signedIn,
  ]);
  const row = await db.securityEvent.findFirst({ where: { user_id: account.id, event: "password_reset_request" } });
  expect(row).toMatchObject({ ip: "203.0.113.5", request_id: request?.asked_by?.call_id });
});

test("records a provider linked by an emailed link, and everything that linking removes [M2]", async ({
  visitor,
  org_id,
  db,
}) => {
  const account = await makeAccount({ org_id, role: "viewer" });
  await signIn(account);
  const other = { provider: "github", subject: account.id, email: uniqueEmail(), user_id: account.id };
  await db.linkedIdentity.create({ data: other });
  await visitor.post("/api/auth/link-identity/mail", { token: await pendingLinkOf(identityOf(account.email)) });
  const token = await readEmailedToken(account.email, "identity-link");
  expect((await visitor.post("/api/auth/link-identity", { token }, from)).status).toBe(200);
  const rows = await db.securityEvent.findMany({ where: { user_id: account.id }, orderBy: { id: "asc" } });
  expect(rows.map(({ event, method }) => [event, method])).toEqual([
    ["session_revoke", "all"],
    ["identity_unlink", "github"],
    ["identity_link", "google"],
  ]);
});

test("records that a provider is unlinked, and that the “This wasn’t me” link restores it [M2]", async ({
  visitor,
  org_id,
  db,
}) => {
  const account = await makeAccount({ org_id, role: "viewer", password: goodPassword });
  const identity = { provider: "google", subject: account.id, email: account.email, user_id: account.id };
  const created_at = new Date(Date.now() - 15 * 86_400_000);
  await db.linkedIdentity.create({ data: { ...identity, created_at } });
  const headers = await login(visitor, account.email, goodPassword);
  await visitor.delete(`/api/user/me/identities/google/${account.id}/`, headers);
  const token = await readEmailedToken(account.email, "identity-removed");
  expect((await visitor.post("/api/auth/secure-account", { token }, from)).status).toBe(200);
  const rows = await db.securityEvent.findMany({ where: { user_id: account.id }, orderBy: { id: "asc" } });
  expect(rows.map(({ event, method }) => [event, method])).toEqual([
    ["sign_in", "password"],
    ["identity_unlink", "google"],
    ["identity_link", "google"],
    ["session_revoke", "all"],
    ["account_secure", "identity_removed"],
  ]);
});

test("records a request for an export of the user's data [M2]", async ({ visitor, org_id }) => {
  const account = await makeAccount({ org_id, role: "viewer", password: goodPassword });
  const headers = await login(visitor, account.email, goodPassword);
  expect((await visitor.post("/api/user/me/export/", {}, headers)).status).toBe(202);
  expect(await readLog(visitor, headers)).toEqual([
    signedIn,
    succeeded("data_export", null, "Requested an export of their data"),
  ]);
  expect((await visitor.post("/api/user/me/export/", {}, headers)).status).toBe(409);
  expect(await readLog(visitor, headers)).toHaveLength(2);
});
