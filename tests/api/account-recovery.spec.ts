import { type Account, goodPassword, makeAccount, uniqueEmail } from "../support/accounts";
import { expect, type RestClient, test } from "../support/api";
import { Browser } from "../support/browser";
import { type Person, startIdentityProvider } from "../support/identity-provider";
import {
  accept,
  get,
  intrusion,
  invitationOf,
  login,
  newPassword,
  resetPath,
  resetToken,
  securePath,
  securingToken,
  sessionOf,
  tokenIn,
} from "../support/intrusion";
import { emailsTo, lastEmailTo } from "../support/mailbox";

test("a password reset revokes the invitation that an intruder sent [M3] @long", async ({ visitor, db }) => {
  const { owner, org_id, headers } = await intrusion(visitor);
  const token = await invitationOf(visitor, headers, uniqueEmail());
  const reply = await visitor.post(resetPath, { token: await resetToken(owner.email), password: newPassword });
  expect(reply.status).toBe(200);
  expect(await accept(visitor, token)).toFail(410, "expired");
  expect(await db.membership.count({ where: { org_id } })).toBe(1);
  expect(await db.auditLog.count({ where: { org_id, action: "member.uninvite", actor_id: owner.id } })).toBe(1);
});

test("a password reset removes the member that an intruder added, and everything that the member created [M3] @long", async ({
  visitor,
  db,
}) => {
  const { owner, org_id, headers } = await intrusion(visitor);
  const email = uniqueEmail();
  await accept(visitor, await invitationOf(visitor, headers, email));
  const mallory = await login(visitor, email, "the intruder chose this");
  const theirs = { authorization: `Bearer ${mallory.data.access_token}` };
  const second = await invitationOf(visitor, theirs, uniqueEmail());
  const webhook = { url: "https://hooks.example.org/mallory", events: ["audit.completed"] };
  await db.webhookEndpoint.create({
    data: { ...webhook, id: crypto.randomUUID(), org_id, secret: "x", created_by_session: await sessionOf(theirs) },
  });
  await visitor.post(resetPath, { token: await resetToken(owner.email), password: newPassword });
  expect(await db.membership.findMany({ where: { org_id } })).toMatchObject([{ user_id: owner.id }]);
  expect(await accept(visitor, second)).toFail(410, "expired");
  expect(await db.webhookEndpoint.count({ where: { org_id } })).toBe(0);
  expect((await emailsTo(email)).map(({ template }) => template)).toContain("org-member-removed");
});

test("a reset lists recently added items but not older ones, and removes those that the owner doesn't keep [M3]", async ({
  visitor,
  db,
}) => {
  const { owner, org_id, headers } = await intrusion(visitor);
  const [kept, gone] = [uniqueEmail(), uniqueEmail()];
  await invitationOf(visitor, headers, kept);
  await invitationOf(visitor, headers, gone);
  const session = await sessionOf(headers);
  const hook = (created_at: Date, created_by_session: string | null, name: string) => ({
    id: crypto.randomUUID(),
    org_id,
    url: `https://hooks.example.org/${name}`,
    secret: "x",
    events: ["audit.completed"],
    created_at,
    created_by_session,
  });
  const longAgo = new Date(Date.now() - 15 * 86_400_000);
  await db.webhookEndpoint.createMany({
    data: [hook(new Date(), session, "planted"), hook(longAgo, session, "old"), hook(new Date(), null, "other")],
  });
  const report = await db.reportJob.create({
    data: {
      id: crypto.randomUUID(),
      audit_id: "audit-of-the-owner",
      org_id,
      variant: "full",
      email: "mallory@example.org",
      url: "https://example.org/",
      created_by_session: session,
    },
  });
  await db.dataExport.create({
    data: {
      id: crypto.randomUUID(),
      user_id: owner.id,
      status: "ready",
      object_key: "exports/of-the-owner.zip",
      expires_at: new Date(Date.now() + 60_000),
    },
  });
  const token = await resetToken(owner.email);
  const { data } = await get(visitor, resetPath, token);
  const added: { id: string; kind: string; label: string; agent: string | null; ip: string | null }[] = data.added;
  expect(added.map(({ kind, label }) => `${kind} ${label}`).toSorted()).toEqual(
    [
      `export ${owner.email}`,
      `invitation ${gone}, Owner’s organisation`,
      `invitation ${kept}, Owner’s organisation`,
      "report https://example.org/, mallory@example.org",
      "webhook https://hooks.example.org/planted",
    ].toSorted(),
  );
  const { ip } = await db.session.findUniqueOrThrow({ where: { id: session } });
  expect(added.find(({ kind }) => kind === "webhook")?.ip).toBe(ip);
  const keep = added.filter(({ label }) => label.startsWith(kept)).map(({ id }) => id);
  await visitor.post(resetPath, { token, password: newPassword, keep });
  expect(await db.invitation.findMany({ where: { org_id, status: "pending" } })).toMatchObject([{ email: kept }]);
  const hooks = await db.webhookEndpoint.findMany({ where: { org_id } });
  expect(hooks.map(({ url }) => new URL(url).pathname).toSorted()).toEqual(["/old", "/other"]);
  const scheduled = await db.objectToDelete.findMany({ where: { key: { contains: "of-the-owner" } } });
  expect(scheduled.map(({ key }) => key).toSorted()).toEqual(["audit-of-the-owner", "exports/of-the-owner.zip"]);
  expect(await db.reportJob.count({ where: { id: report.id } })).toBe(0);
});

test("stores the session's id with everything that is created in the session [M3]", async ({ as, db, org_id }) => {
  const owner = as("owner");
  const email = uniqueEmail();
  await owner.post("/api/user/invite-user/", { email, role: "viewer" });
  const { session_id } = await owner.session();
  expect(await db.invitation.findFirstOrThrow({ where: { org_id, email } })).toMatchObject({
    created_by_session: session_id,
  });
  const hook = await owner.post("/api/webhooks/", { url: "https://93.184.215.14/hook", events: ["scan.completed"] });
  expect(hook.status).toBe(201);
  expect(await db.webhookEndpoint.findUniqueOrThrow({ where: { id: hook.data.id } })).toMatchObject({
    created_by_session: session_id,
  });
});

test.describe("an intruder's Google account", () => {
  const mine: Person = { email: uniqueEmail(), name: "Mallory" };
  let google: Awaited<ReturnType<typeof startIdentityProvider>>;
  test.beforeEach(async () => {
    google = await startIdentityProvider("google", [mine]);
  });
  test.afterEach(() => google.stop());

  /**
   * Signs in with the owner's password and links the intruder's own Google account, which has another email address.
   */
  const linkGoogle = async (visitor: RestClient, { email }: Account): Promise<Browser> => {
    const browser = new Browser();
    await browser.signIn(email, goodPassword);
    const headers = { cookie: browser.cookieHeader, origin: "http://localhost:8000", "x-client-ip": browser.ip };
    const body = { provider: "google", password: goodPassword };
    const begun = await visitor.post("/api/user/me/identities/", body, headers);
    expect(await google.signIn(browser, mine, begun.data.callback_url)).toContain("linked=google");
    return browser;
  };

  const opens = async (): Promise<unknown> => {
    const browser = new Browser();
    await google.signIn(browser, mine);
    return ((await browser.session())["user"] as { id?: string } | undefined)?.id;
  };

  test("is reported to the owner by email and can't be used to sign in after a reset [M4] @long", async ({
    visitor,
    db,
    org_id,
  }) => {
    const owner = await makeAccount({ org_id, role: "owner", password: goodPassword });
    await linkGoogle(visitor, owner);
    expect(await opens()).toBe(owner.id);
    const email = await lastEmailTo(owner.email, "identity-linked");
    expect(email.data).toMatchObject({ provider: "Google", email: mine.email, url: expect.stringContaining("token=") });
    const token = await resetToken(owner.email);
    const { added } = (await get(visitor, resetPath, token)).data;
    expect(added).toMatchObject([{ kind: "identity", label: `Google: ${mine.email}`, agent: expect.any(String) }]);
    await visitor.post(resetPath, { token, password: newPassword });
    expect(await db.linkedIdentity.count({ where: { user_id: owner.id } })).toBe(0);
    expect(await opens()).not.toBe(owner.id);
    expect((await login(visitor, owner.email, newPassword)).status).toBe(200);
  });

  test("is unlinked through the “this wasn’t me” link, which also revokes every session [M4]", async ({
    visitor,
    db,
    org_id,
  }) => {
    const owner = await makeAccount({ org_id, role: "owner", password: goodPassword });
    const browser = await linkGoogle(visitor, owner);
    const token = await securingToken(owner.email, "identity-linked");
    expect((await get(visitor, securePath, token)).data).toMatchObject({
      change: "identity_linked",
      provider: "google",
      email: owner.email,
    });
    const { data } = await visitor.post(securePath, { token });
    expect(data.email).toBe(owner.email);
    expect(await browser.session()).toEqual({});
    expect(await db.linkedIdentity.count({ where: { user_id: owner.id } })).toBe(0);
    expect(await login(visitor, owner.email, goodPassword)).toFail(401, "invalid_credentials");
    expect((await visitor.post(resetPath, { token: data.reset_token, password: newPassword })).status).toBe(200);
    expect((await login(visitor, owner.email, newPassword)).status).toBe(200);
    expect(await visitor.post(securePath, { token })).toFail(410, "expired");
  });
});

test.describe("the “this wasn’t me” link", () => {
  const changeEmail = async (visitor: RestClient, headers: Record<string, string>, email: string) => {
    await visitor.post("/api/user/me/email/", { email, password: goodPassword }, headers);
    const token = tokenIn((await lastEmailTo(email, "email-change-confirm")).data.url);
    expect((await visitor.post("/api/user/confirm-email/", { token }, headers)).status).toBe(200);
  };

  test("restores the account's email address, however often it has been changed since [M4]", async ({
    visitor,
    db,
  }) => {
    const { owner, headers } = await intrusion(visitor);
    const [first, second] = [uniqueEmail(), uniqueEmail()];
    await changeEmail(visitor, headers, first);
    await changeEmail(visitor, headers, second);
    const body = { current_password: goodPassword, password: "the intruder chose this" };
    await visitor.post("/api/user/me/password/", body, headers);
    const [mine, theirs] = [
      await securingToken(owner.email, "email-changed"),
      await securingToken(first, "email-changed"),
    ];
    expect((await get(visitor, securePath, mine)).data).toMatchObject({ change: "email_changed", email: owner.email });
    const { data } = await visitor.post(securePath, { token: mine });
    expect(data.email).toBe(owner.email);
    expect(await visitor.post(securePath, { token: theirs })).toFail(410, "expired");
    expect(await visitor.get("/api/user/me/", headers)).toFail(401, "token_expired");
    expect(await login(visitor, second, "the intruder chose this")).toFail(401, "invalid_credentials");
    await visitor.post(resetPath, { token: data.reset_token, password: newPassword });
    expect((await login(visitor, owner.email, newPassword)).status).toBe(200);
    expect((await lastEmailTo(second, "email-changed")).data).not.toHaveProperty("url");
    expect(await db.user.count({ where: { email: { in: [first, second] } } })).toBe(0);
  });

  test("still works after the intruder has used the link sent to their own mailbox [M4]", async ({ visitor }) => {
    const { owner, headers } = await intrusion(visitor);
    const theirs = uniqueEmail();
    await changeEmail(visitor, headers, theirs);
    const body = { current_password: goodPassword, password: "the intruder chose this" };
    await visitor.post("/api/user/me/password/", body, headers);
    await visitor.post(securePath, { token: await securingToken(theirs, "password-changed") });
    const { data } = await visitor.post(securePath, { token: await securingToken(owner.email, "email-changed") });
    expect(data.email).toBe(owner.email);
  });

  test("reclaims the email address from an unverified sign-up, but not from a verified account [M4] @long", async ({
    visitor,
    db,
  }) => {
    for (const proves of [false, true]) {
      const { owner, headers } = await intrusion(visitor);
      await changeEmail(visitor, headers, uniqueEmail());
      await visitor.post("/api/user/", { email: owner.email, password: "the intruder chose this", name: "Mallory" });
      const { otp } = (await lastEmailTo(owner.email, "verify-email")).data;
      if (proves) await visitor.post("/api/user/verify-email-otp/", { email: owner.email, otp });
      const reply = await visitor.post(securePath, { token: await securingToken(owner.email, "email-changed") });
      if (proves) expect(reply).toFail(409, "conflict");
      else expect(reply.data.email).toBe(owner.email);
      const { id } = await db.user.findUniqueOrThrow({ where: { email: owner.email } });
      expect(id === owner.id).toBe(!proves);
    }
  });

  test("keeps the items that the owner chose to keep, even in the reset that follows [M4]", async ({ visitor, db }) => {
    const { owner, org_id, headers } = await intrusion(visitor);
    await invitationOf(visitor, headers, uniqueEmail());
    const body = { current_password: goodPassword, password: "the intruder chose this" };
    await visitor.post("/api/user/me/password/", body, headers);
    const token = await securingToken(owner.email, "password-changed");
    const { added } = (await get(visitor, securePath, token)).data;
    const { data } = await visitor.post(securePath, { token, keep: [added[0].id] });
    expect((await get(visitor, resetPath, data.reset_token)).data).toEqual({ added: [] });
    await visitor.post(resetPath, { token: data.reset_token, password: newPassword });
    expect(await db.invitation.count({ where: { org_id, status: "pending" } })).toBe(1);
  });

  test("is offered in emails about a changed password, an unlinked provider and revoked sessions, and still works after those changes [M4]", async ({
    visitor,
    db,
  }) => {
    const { owner, headers } = await intrusion(visitor);
    const identity = { provider: "google", subject: owner.id, email: owner.email };
    const created_at = new Date(Date.now() - 15 * 86_400_000);
    await db.linkedIdentity.create({ data: { ...identity, user_id: owner.id, created_at } });
    await visitor.delete(`/api/user/me/identities/google/${owner.id}/`, headers);
    await login(visitor, owner.email, goodPassword);
    await visitor.delete("/api/user/me/sessions/", headers);
    const body = { current_password: goodPassword, password: "the intruder chose this" };
    await visitor.post("/api/user/me/password/", body, headers);
    for (const template of ["sessions-ended", "password-changed"])
      expect((await get(visitor, securePath, await securingToken(owner.email, template))).status).toBe(200);
    const { data } = await visitor.post(securePath, { token: await securingToken(owner.email, "identity-removed") });
    expect(data.email).toBe(owner.email);
    expect(await db.linkedIdentity.findMany({ where: { user_id: owner.id } })).toMatchObject([identity]);
    expect(await login(visitor, owner.email, "the intruder chose this")).toFail(401, "invalid_credentials");
  });

  test("works for seven days, and a link of another kind can't be used in its place [M4]", async ({ visitor, db }) => {
    const { owner } = await intrusion(visitor);
    expect(await visitor.post(securePath, { token: await resetToken(owner.email) })).toFail(400, "invalid_code");
    await visitor.post(resetPath, { token: await reissue(db, owner), password: newPassword });
    const row = await db.accountToken.findFirstOrThrow({ where: { user_id: owner.id, purpose: "secure-account" } });
    expect((row.expires_at.getTime() - row.created_at.getTime()) / 86_400_000).toBeCloseTo(7, 2);
    await db.accountToken.update({ where: { id: row.id }, data: { expires_at: new Date() } });
    const token = await securingToken(owner.email, "password-changed");
    expect(await visitor.post(securePath, { token })).toFail(410, "expired");
  });
});

// biome-ignore lint/suspicious/noExplicitAny: the fixture's database client, whose type isn't exported.
const reissue = async (db: any, { id, email }: Account): Promise<string> => {
  await db.accountToken.updateMany({ where: { user_id: id }, data: { created_at: new Date(0) } });
  return resetToken(email);
};
