import { decodeJwt, SignJWT } from "jose";
import { getKeyRing } from "@/server/domains/identity/auth/keys";
import { goodPassword, makeAccount, makeOrganisation } from "../support/accounts";
import { expect, test } from "../support/api";
import { Browser } from "../support/browser";

const cookieName = "next-auth.session-token";

const signedIn = async (org_id: string) => {
  const browser = new Browser();
  const account = await makeAccount({ org_id, role: "member", password: goodPassword });
  const response = await browser.signIn(account.email.toUpperCase(), goodPassword);
  expect(response.status).toBe(200);
  return { browser, account, token: browser.cookies.get(cookieName) ?? "" };
};

/** Returns the token with all its times moved back by 61 minutes. */
const aged = async (token: string): Promise<string> => {
  const { signing } = await getKeyRing();
  const { iat = 0, exp = 0, ...claims } = decodeJwt(token);
  return new SignJWT({ ...claims, iat: iat - 3660, exp: exp - 3660 })
    .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: signing.kid })
    .sign(signing.key);
};

test("sign-in sets a cookie with the same kind of token that the API returns [#130]", async ({ visitor, org_id }) => {
  const { browser, account, token } = await signedIn(org_id);
  expect(browser.setCookies.get(cookieName)).toMatch(/; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
  expect(decodeJwt(token)).toMatchObject({ sub: account.id, org: org_id, role: "member" });
  const asBearer = await visitor.get("/api/user/me/", { authorization: `Bearer ${token}` });
  const asCookie = await visitor.get("/api/user/me/", { cookie: browser.cookieHeader });
  expect(asBearer.data).toMatchObject({ id: account.id });
  expect(asCookie.data).toEqual(asBearer.data);
});

test("sign-in creates a session that records the browser and its IP address", async ({ org_id, db }) => {
  const { browser, account } = await signedIn(org_id);
  const rows = await db.session.findMany({ where: { user_id: account.id } });
  expect(rows).toMatchObject([{ ip: browser.ip, agent: "A browser", org_id, ended_at: null }]);
});

test("the browser's session request returns the signed-in user and sets a newly signed token", async ({ org_id }) => {
  const { browser, account, token } = await signedIn(org_id);
  expect(await browser.session()).toEqual({
    user: { id: account.id },
    organisation_id: org_id,
    role: "member",
    expires: expect.any(String),
  });
  const renewed = browser.cookies.get(cookieName) ?? "";
  expect(renewed).not.toBe(token);
  expect(decodeJwt(renewed)["sid"]).toBe(decodeJwt(token)["sid"]);
});

test("a cookie older than 60 minutes still works while its session is active", async ({ visitor, org_id, db }) => {
  const { browser, account, token } = await signedIn(org_id);
  const old = await aged(token);
  const cookie = `${cookieName}=${old}`;
  expect((await visitor.get("/api/user/me/", { cookie })).status).toBe(200);
  expect(await visitor.get("/api/user/me/", { authorization: `Bearer ${old}` })).toFail(401, "token_expired");
  browser.cookies.set(cookieName, old);
  expect(await browser.session()).toMatchObject({ user: { id: account.id } });
  expect((decodeJwt(browser.cookies.get(cookieName) ?? "").exp ?? 0) * 1000).toBeGreaterThan(Date.now());
  await db.session.updateMany({ where: { user_id: account.id }, data: { ended_at: new Date() } });
  expect(await visitor.get("/api/user/me/", { cookie })).toFail(401, "not_authenticated");
});

test("a browser's session expires 30 days after its last use", async ({ org_id, db }) => {
  const { browser, account } = await signedIn(org_id);
  const soon = new Date(Date.now() + 60_000);
  await db.session.updateMany({ where: { user_id: account.id }, data: { expires_at: soon } });
  await browser.session();
  const { expires_at } = await db.session.findFirstOrThrow({ where: { user_id: account.id } });
  expect((expires_at.getTime() - Date.now()) / 86_400_000).toBeCloseTo(30, 1);
});

test("after a change of role, the next token contains the new role", async ({ org_id, db }) => {
  const { browser, account } = await signedIn(org_id);
  await db.membership.updateMany({ where: { user_id: account.id }, data: { role: "viewer" } });
  expect(await browser.session()).toMatchObject({ role: "viewer" });
  expect(decodeJwt(browser.cookies.get(cookieName) ?? "")["role"]).toBe("viewer");
});

test("sign-out removes the cookie and ends the session, which also invalidates a copied token", async ({
  visitor,
  org_id,
}) => {
  const { browser, token } = await signedIn(org_id);
  await browser.signOut();
  expect(browser.cookies.has(cookieName)).toBe(false);
  expect(await visitor.get("/api/user/me/", { authorization: `Bearer ${token}` })).toFail(401, "token_expired");
});

test("sign-out asks the browser to delete stored data, unless the CSRF token is wrong [L6]", async ({ org_id }) => {
  const { browser } = await signedIn(org_id);
  const refused = await browser.post("/api/auth/signout", { csrfToken: "wrong", json: "true" });
  expect(refused.headers.get("clear-site-data")).toBeNull();
  expect(browser.cookies.has(cookieName)).toBe(true);
  expect((await browser.signOut()).headers.get("clear-site-data")).toBe('"cache", "storage"');
});

test("sign-out through the API ends the browser's session", async ({ visitor, org_id }) => {
  const { browser } = await signedIn(org_id);
  const headers = { cookie: browser.cookieHeader, origin: "http://localhost:8000" };
  expect((await visitor.post("/api/auth/logout", {}, headers)).status).toBe(200);
  expect(await browser.session()).toEqual({});
  expect(browser.cookies.has(cookieName)).toBe(false);
});

test("returns 403 when a page from another origin uses the cookie to request a change", async ({ visitor, org_id }) => {
  const { browser } = await signedIn(org_id);
  const patch = (headers: Record<string, string>) =>
    visitor.patch("/api/user/me/", { name: "Ada" }, { cookie: browser.cookieHeader, ...headers });
  expect(await patch({})).toFail(403, "forbidden");
  expect(await patch({ origin: "https://example.org" })).toFail(403, "forbidden");
  expect(await patch({ origin: "null" })).toFail(403, "forbidden");
  expect((await patch({ origin: "http://localhost:8000" })).status).toBe(200);
});

test("even an invalid bearer token takes precedence over the cookie", async ({ visitor, org_id, as }) => {
  const { browser } = await signedIn(org_id);
  const { access_token } = await as("viewer").session();
  const both = { cookie: browser.cookieHeader, authorization: `Bearer ${access_token}` };
  expect((await visitor.get("/api/user/me/", both)).data.role).toBe("viewer");
  const bad = { ...both, authorization: "Bearer nonsense" };
  expect(await visitor.get("/api/user/me/", bad)).toFail(401, "not_authenticated");
});

test("treats a caller with an invalid cookie as anonymous", async ({ visitor }) => {
  const reply = await visitor.get("/api/user/me/", { cookie: `${cookieName}=nonsense; other=%E0%A4%A` });
  expect(reply).toFail(401, "not_authenticated");
});

test("returns the same 401 code for a wrong password and an unknown email address", async ({ org_id }) => {
  const { email } = await makeAccount({ org_id, role: "member", password: goodPassword });
  for (const address of [email, "nobody@example.org"]) {
    const browser = new Browser();
    const response = await browser.signIn(address, "not the password");
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ url: "http://localhost:8000/api/auth/error?error=invalid_credentials" });
    expect(browser.cookies.has(cookieName)).toBe(false);
  }
});

test("reports that the email address is unverified if the password is correct", async ({ org_id }) => {
  const { email } = await makeAccount({ org_id, role: "member", password: goodPassword, verified: false });
  const response = await new Browser().signIn(email, goodPassword);
  expect(await response.json()).toEqual({ url: "http://localhost:8000/api/auth/error?error=email_not_verified" });
});

test("redirects next-auth's error page to our sign-in page", async () => {
  const response = await new Browser().get("/api/auth/error?error=invalid_credentials");
  expect(response.status).toBe(302);
  expect(response.headers.get("location")).toBe("/sign-in?error=invalid_credentials");
});

test("sign-in without the CSRF token fails", async ({ org_id }) => {
  const { email } = await makeAccount({ org_id, role: "member", password: goodPassword });
  const browser = new Browser();
  await browser.post("/api/auth/callback/credentials", { email, password: goodPassword, csrfToken: "x", json: "true" });
  expect(browser.cookies.has(cookieName)).toBe(false);
});

test("sign-in never redirects to another website", async ({ org_id }) => {
  const { email } = await makeAccount({ org_id, role: "member", password: goodPassword });
  const browser = new Browser();
  const csrfToken = await browser.csrfToken();
  const response = await browser.post("/api/auth/callback/credentials", {
    csrfToken,
    email,
    password: goodPassword,
    callbackUrl: "https://example.org/",
    json: "true",
  });
  expect(await response.json()).toEqual({ url: "http://localhost:8000" });
});

test("counts sign-in attempts in the browser and through the API together, and returns 429 after ten in a minute @long", async ({
  visitor,
}) => {
  const browser = new Browser();
  const body = { email: "nobody@example.org", password: "not the password" };
  for (let attempt = 0; attempt < 10; attempt++)
    await visitor.post("/api/auth/login", body, { "x-client-ip": browser.ip });
  const response = await browser.signIn(body.email, body.password);
  expect(response.status).toBe(429);
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await response.json()).toEqual({ url: "http://localhost:8000/sign-in?error=rate_limited" });
});

test("returns 413 for a one-megabyte sign-in form", async () => {
  const response = await new Browser().post("/api/auth/callback/credentials", { email: "x".repeat(1_000_000) });
  expect(response.status).toBe(413);
});

test("a response about the session has a request id and is never cached", async () => {
  const response = await new Browser().get("/api/auth/session");
  expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(response.headers.get("cache-control")).toBe("no-store");
});

test("the REST handler serves our own endpoints under /api/auth", async () => {
  const browser = new Browser();
  const login = await browser.get("/api/auth/login/");
  expect(login.status).toBe(405);
  expect(login.headers.get("allow")).toBe("POST, OPTIONS");
  const nothing = await browser.get("/api/auth/nothing");
  expect(nothing.status).toBe(404);
  expect(await nothing.json()).toMatchObject({ success: false, error: { code: "not_found" } });
});

test("a browser session continues in another organisation when the user is removed from one, and is revoked when none is left", async ({
  org_id,
  db,
}) => {
  const { browser, account } = await signedIn(org_id);
  const other = await makeOrganisation();
  await db.membership.create({ data: { org_id: other, user_id: account.id, role: "viewer" } });
  await db.membership.delete({ where: { org_id_user_id: { org_id, user_id: account.id } } });
  expect(await browser.session()).toMatchObject({ organisation_id: other, role: "viewer" });
  await db.membership.deleteMany({ where: { user_id: account.id } });
  expect(await browser.session()).toEqual({});
});
