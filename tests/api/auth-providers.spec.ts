import { decodeJwt, decodeProtectedHeader } from "jose";
import type { ProviderId } from "@/server/domains/identity/auth/provider-ids";
import { goodPassword, makeAccount, uniqueEmail } from "../support/accounts";
import { expect, test } from "../support/api";
import { Browser } from "../support/browser";
import { type Person, startIdentityProvider } from "../support/identity-provider";
import { emailsTo, lastEmailTo } from "../support/mailbox";

const cookieName = "next-auth.session-token";
const someone = (given: Partial<Person> = {}): Person => ({ email: uniqueEmail(), name: "Ada Lovelace", ...given });

type Provider = Awaited<ReturnType<typeof startIdentityProvider>>;

const ids: ProviderId[] = ["google", "github", "azure-ad"];

for (const id of ids) {
  test.describe(id, () => {
    const [newcomer, known, again] = [someone(), someone(), someone()];
    let provider: Provider;
    test.beforeAll(async () => {
      provider = await startIdentityProvider(id, [newcomer, known, again]);
    });
    test.afterAll(() => provider.stop());

    test(`${id}: a new user gets an account, and the same kind of RS256 token as after signing in with a password [#84] [#130]`, async ({
      db,
      visitor,
    }) => {
      const browser = new Browser();
      expect(await provider.signIn(browser, newcomer)).toBe("http://localhost:8000/accessibility");
      const token = browser.cookies.get(cookieName) ?? "";
      expect(decodeProtectedHeader(token)).toMatchObject({ alg: "RS256", typ: "JWT" });
      const me = await visitor.get("/api/user/me/", { authorization: `Bearer ${token}` });
      expect(me.data).toMatchObject({ email: newcomer.email, email_verified: true, role: "owner" });
      expect(me.data.organisation.name).toBe(`${me.data.name}’s organisation`);
      const sessions = await db.session.findMany({ where: { user_id: me.data.id } });
      expect(sessions).toMatchObject([{ id: decodeJwt(token)["sid"], ip: browser.ip, agent: "A browser" }]);
      expect(await db.linkedIdentity.findMany({ where: { user_id: me.data.id } })).toMatchObject([{ provider: id }]);
      expect(await emailsTo(newcomer.email)).toMatchObject([{ template: "welcome" }]);
      const chats = await db.outboxEvent.findMany({ where: { name: "chat/queued" } });
      expect(JSON.stringify(chats.map(({ data }) => data))).toContain(newcomer.email);
    });

    test(`${id}: a returning user gets the same account and lands on the requested page`, async ({ visitor, db }) => {
      const first = new Browser();
      await provider.signIn(first, again);
      const second = new Browser();
      const place = await provider.signIn(second, again, "/accessibility/account");
      expect(place).toBe("http://localhost:8000/accessibility/account");
      const me = await visitor.get("/api/user/me/", { cookie: second.cookieHeader });
      expect(await first.session()).toMatchObject({ user: { id: me.data.id } });
      expect(await db.user.count({ where: { email: again.email } })).toBe(1);
    });

    test(`${id}: asks for confirmation once if the email address already has an account, then signs the user in`, async ({
      org_id,
      visitor,
    }) => {
      const account = await makeAccount({ org_id, role: "member", email: known.email, password: goodPassword });
      const browser = new Browser();
      const page = new URL(await provider.signIn(browser, known));
      expect(page.pathname).toBe("/link-account");
      expect(browser.cookies.has(cookieName)).toBe(false);
      const token = page.searchParams.get("token");
      const linked = await visitor.post("/api/auth/link-identity", { token, password: goodPassword });
      expect(linked.data).toEqual({ provider: id, email: known.email });
      expect(await provider.signIn(browser, known)).toBe("http://localhost:8000/accessibility");
      expect(await browser.session()).toMatchObject({ user: { id: account.id }, organisation_id: org_id });
    });

    test(`${id}: a callback without the cookies set at the start of the sign-in doesn't sign anyone in`, async () => {
      const browser = new Browser();
      const page = await provider.open(browser);
      const state = new URL(page).searchParams.get("state");
      const stranger = new Browser();
      const answer = await stranger.get(`/api/auth/callback/${id}?code=stolen&state=${state}`);
      expect(answer.headers.get("location")).toContain("error=OAuthCallback");
      expect(stranger.cookies.has(cookieName)).toBe(false);
    });
  });
}

test.describe("linking from the account page", () => {
  const [theirs, taken, unproved] = [someone(), someone(), someone({ email_verified: false })];
  let google: Provider;
  test.beforeAll(async () => {
    google = await startIdentityProvider("google", [theirs, taken, unproved]);
  });
  test.afterAll(() => google.stop());

  const path = "/api/user/me/identities/";

  const signedIn = async (org_id: string) => {
    const account = await makeAccount({ org_id, role: "viewer", email: uniqueEmail(), password: goodPassword });
    const browser = new Browser();
    await browser.signIn(account.email, goodPassword);
    const headers = () => ({
      cookie: browser.cookieHeader,
      origin: "http://localhost:8000",
      "x-client-ip": browser.ip,
    });
    return { account, browser, headers };
  };

  test("links a provider account that has a different email address, but only once and only in the session that requested it", async ({
    org_id,
    visitor,
    db,
  }) => {
    const { account, browser, headers } = await signedIn(org_id);
    const begun = await visitor.post(path, { provider: "google", password: goodPassword }, headers());
    expect(begun.data).toEqual({
      provider: "google",
      callback_url: expect.stringContaining("/accessibility/account?link="),
    });
    const { callback_url } = begun.data;
    const stranger = await signedIn(org_id);
    const page = "http://localhost:8000/accessibility/account";
    expect(await google.signIn(stranger.browser, theirs, callback_url)).toBe(
      `${page}?not_linked=invalid_code&provider=google`,
    );
    expect(await google.signIn(browser, theirs, callback_url)).toBe(`${page}?linked=google`);
    expect(await db.linkedIdentity.findMany({ where: { email: theirs.email } })).toMatchObject([
      { user_id: account.id },
    ]);
    expect(await browser.session()).toMatchObject({ user: { id: account.id } });
    expect(await db.user.count({ where: { email: theirs.email } })).toBe(0);
    expect(await db.auditLog.count({ where: { actor_id: account.id, action: "identity.add" } })).toBe(1);
    expect(await google.signIn(browser, theirs, callback_url)).toBe(`${page}?not_linked=expired&provider=google`);
    const later = new Browser();
    expect(await google.signIn(later, theirs)).toBe("http://localhost:8000/accessibility");
    expect(await later.session()).toMatchObject({ user: { id: account.id } });
  });

  test("doesn't link an identity that belongs to another account or whose email address is unverified", async ({
    org_id,
    visitor,
    db,
  }) => {
    await google.signIn(new Browser(), taken);
    const { account, browser, headers } = await signedIn(org_id);
    for (const [person, code] of [
      [taken, "conflict"],
      [unproved, "email_not_verified"],
    ] as const) {
      const begun = await visitor.post(path, { provider: "google", password: goodPassword }, headers());
      const place = await google.signIn(browser, person, begun.data.callback_url);
      expect(place).toContain(`not_linked=${code}&provider=google`);
    }
    expect(await db.linkedIdentity.count({ where: { user_id: account.id } })).toBe(0);
    expect(await browser.session()).toMatchObject({ user: { id: account.id } });
  });

  test("linking requires a configured provider, and the account's password or, if it has none, a recent sign-in", async ({
    org_id,
    visitor,
    db,
  }) => {
    const { account, headers } = await signedIn(org_id);
    const start = (body: object) => visitor.post(path, body, headers());
    expect(await start({ provider: "google" })).toFail(400, "invalid_input", [{ path: "password" }]);
    expect(await start({ provider: "google", password: "wrong horse" })).toFail(401, "invalid_credentials");
    expect(await start({ provider: "github", password: goodPassword })).toFail(503, "not_configured");
    await db.user.update({ where: { id: account.id }, data: { password_hash: null } });
    expect((await start({ provider: "google" })).status).toBe(200);
    await db.session.updateMany({
      where: { user_id: account.id },
      data: { created_at: new Date(Date.now() - 700_000) },
    });
    expect(await start({ provider: "google" })).toFail(403, "forbidden", { reason: "sign_in_again" });
    expect(await db.accountToken.count({ where: { user_id: account.id } })).toBe(1);
  });
});

test.describe("an email address that the provider has not verified", () => {
  const stranger = someone({ email_verified: false });
  const impostor = someone({ email_verified: false });
  let google: Provider;
  test.beforeAll(async () => {
    google = await startIdentityProvider("google", [stranger, impostor]);
  });
  test.afterAll(() => google.stop());

  test("creates no account", async ({ db }) => {
    const browser = new Browser();
    expect(await google.signIn(browser, stranger)).toBe("http://localhost:8000/sign-in?error=email_unverified");
    expect(browser.cookies.has(cookieName)).toBe(false);
    expect(await db.user.count({ where: { email: stranger.email } })).toBe(0);
  });

  test("doesn't sign anyone in to the account with this address, or offer to link the provider", async ({
    db,
    org_id,
  }) => {
    const { id } = await makeAccount({ org_id, role: "owner", email: impostor.email, password: goodPassword });
    const browser = new Browser();
    expect(await google.signIn(browser, impostor)).toBe("http://localhost:8000/sign-in?error=email_unverified");
    expect(browser.cookies.has(cookieName)).toBe(false);
    expect(await db.accountToken.count({ where: { user_id: id } })).toBe(0);
  });
});

test.describe("the rate limit", () => {
  let google: Provider;
  test.beforeAll(async () => {
    google = await startIdentityProvider("google", []);
  });
  test.afterAll(() => google.stop());

  test("counts a provider callback as a sign-in attempt", async () => {
    const browser = new Browser();
    const places: (string | null)[] = [];
    for (let n = 0; n < 11; n++)
      places.push((await browser.get("/api/auth/callback/google?code=x")).headers.get("location"));
    expect(places[9]).toContain("error=OAuthCallback");
    expect(places[10]).toBe("http://localhost:8000/sign-in?error=rate_limited");
  });
});

test("returns 429 after ten sign-ins with a provider have been started in a minute", async () => {
  const browser = new Browser();
  const csrfToken = await browser.csrfToken();
  const open = () => browser.post("/api/auth/signin/google", { csrfToken, json: "true" });
  for (let n = 0; n < 10; n++) expect((await open()).status).not.toBe(429);
  const refused = await open();
  expect(refused.status).toBe(429);
  expect(await refused.json()).toEqual({ url: "http://localhost:8000/sign-in?error=rate_limited" });
});

test("does not list an unconfigured provider", async () => {
  const browser = new Browser();
  const providers = await (await browser.get("/api/auth/providers")).json();
  expect(Object.keys(providers as object)).toEqual(["credentials"]);
});

test("signing in with a provider also sends the email about a new sign-in", async ({ db }) => {
  const person = someone();
  const google = await startIdentityProvider("google", [person]);
  await google.signIn(new Browser(), person);
  await db.session.updateMany({ where: { user: { email: person.email } }, data: { agent: "curl/8.5" } });
  const elsewhere = new Browser();
  await google.signIn(elsewhere, person);
  expect((await lastEmailTo(person.email, "new-sign-in")).data).toMatchObject({ ip: elsewhere.ip });
  await google.stop();
});
