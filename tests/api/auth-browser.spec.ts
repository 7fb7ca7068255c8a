import { decodeJwt, SignJWT } from "jose";
import { getKeyRing } from "@/server/auth/keys";
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

/** The same token, as if it had been signed 61 minutes earlier. */
const aged = async (token: string): Promise<string> => {
  const { signing } = await getKeyRing();
  const { iat = 0, exp = 0, ...claims } = decodeJwt(token);
  return new SignJWT({ ...claims, iat: iat - 3660, exp: exp - 3660 })
    .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: signing.kid })
    .sign(signing.key);
};

test("sign-in sets a cookie that holds the same kind of token as the API gives [#130]", async ({ visitor, org_id }) => {
  const { browser, account, token } = await signedIn(org_id);
  expect(browser.setCookies.get(cookieName)).toMatch(/; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
  expect(decodeJwt(token)).toMatchObject({ sub: account.id, org: org_id, role: "member" });
  const asBearer = await visitor.get("/api/user/me/", { authorization: `Bearer ${token}` });
  const asCookie = await visitor.get("/api/user/me/", { cookie: browser.cookieHeader });
  expect(asBearer.data).toMatchObject({ id: account.id });
  expect(asCookie.data).toEqual(asBearer.data);
});

test("sign-in makes a session that says where it came from", async ({ org_id, db }) => {
  const { browser, account } = await signedIn(org_id);
  const rows = await db.session.findMany({ where: { user_id: account.id } });
  expect(rows).toMatchObject([{ ip: browser.ip, agent: "A browser", org_id, ended_at: null }]);
});

test("the browser is told who is signed in, and gets a token signed anew", async ({ org_id }) => {
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

test("a cookie whose 60 minutes are over still signs in while its session lives", async ({ visitor, org_id, db }) => {
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

test("a browser in use keeps its session for 30 more days", async ({ org_id, db }) => {
  const { browser, account } = await signedIn(org_id);
  const soon = new Date(Date.now() + 60_000);
  await db.session.updateMany({ where: { user_id: account.id }, data: { expires_at: soon } });
  await browser.session();
  const { expires_at } = await db.session.findFirstOrThrow({ where: { user_id: account.id } });
  expect((expires_at.getTime() - Date.now()) / 86_400_000).toBeCloseTo(30, 1);
});

test("a role that changed is in the next token", async ({ org_id, db }) => {
  const { browser, account } = await signedIn(org_id);
  await db.membership.updateMany({ where: { user_id: account.id }, data: { role: "viewer" } });
  expect(await browser.session()).toMatchObject({ role: "viewer" });
  expect(decodeJwt(browser.cookies.get(cookieName) ?? "")["role"]).toBe("viewer");
});

test("sign-out removes the cookie and ends the session, also for who copied the token", async ({ visitor, org_id }) => {
  const { browser, token } = await signedIn(org_id);
  await browser.signOut();
  expect(browser.cookies.has(cookieName)).toBe(false);
  expect(await visitor.get("/api/user/me/", { authorization: `Bearer ${token}` })).toFail(401, "token_expired");
});

test("sign-out by the API ends the browser's session", async ({ visitor, org_id }) => {
  const { browser } = await signedIn(org_id);
  const headers = { cookie: browser.cookieHeader, origin: "http://localhost:8000" };
  expect((await visitor.post("/api/auth/logout", {}, headers)).status).toBe(200);
  expect(await browser.session()).toEqual({});
  expect(browser.cookies.has(cookieName)).toBe(false);
});

test("403: with the cookie, a change must come from a page of ours", async ({ visitor, org_id }) => {
  const { browser } = await signedIn(org_id);
  const patch = (headers: Record<string, string>) =>
    visitor.patch("/api/user/me/", { name: "Ada" }, { cookie: browser.cookieHeader, ...headers });
  expect(await patch({})).toFail(403, "forbidden");
  expect(await patch({ origin: "https://example.org" })).toFail(403, "forbidden");
  expect(await patch({ origin: "null" })).toFail(403, "forbidden");
  expect((await patch({ origin: "http://localhost:8000" })).status).toBe(200);
});

test("a bearer token wins over the cookie, and a bad one is not forgiven for it", async ({ visitor, org_id, as }) => {
  const { browser } = await signedIn(org_id);
  const { access_token } = await as("viewer").session();
  const both = { cookie: browser.cookieHeader, authorization: `Bearer ${access_token}` };
  expect((await visitor.get("/api/user/me/", both)).data.role).toBe("viewer");
  const bad = { ...both, authorization: "Bearer nonsense" };
  expect(await visitor.get("/api/user/me/", bad)).toFail(401, "not_authenticated");
});

test("a bad cookie is nobody", async ({ visitor }) => {
  const reply = await visitor.get("/api/user/me/", { cookie: `${cookieName}=nonsense; other=%E0%A4%A` });
  expect(reply).toFail(401, "not_authenticated");
});

test("401: a wrong password and an unknown address send back the same code", async ({ org_id }) => {
  const { email } = await makeAccount({ org_id, role: "member", password: goodPassword });
  for (const address of [email, "nobody@example.org"]) {
    const browser = new Browser();
    const response = await browser.signIn(address, "not the password");
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ url: "http://localhost:8000/api/auth/error?error=invalid_credentials" });
    expect(browser.cookies.has(cookieName)).toBe(false);
  }
});

test("401: an unverified address is told so", async ({ org_id }) => {
  const { email } = await makeAccount({ org_id, role: "member", password: goodPassword, verified: false });
  const response = await new Browser().signIn(email, goodPassword);
  expect(await response.json()).toEqual({ url: "http://localhost:8000/api/auth/error?error=email_not_verified" });
});

test("the error page of next-auth is our sign-in page", async () => {
  const response = await new Browser().get("/api/auth/error?error=invalid_credentials");
  expect(response.status).toBe(302);
  expect(response.headers.get("location")).toBe("/sign-in?error=invalid_credentials");
});

test("sign-in without the CSRF token signs nobody in", async ({ org_id }) => {
  const { email } = await makeAccount({ org_id, role: "member", password: goodPassword });
  const browser = new Browser();
  await browser.post("/api/auth/callback/credentials", { email, password: goodPassword, csrfToken: "x", json: "true" });
  expect(browser.cookies.has(cookieName)).toBe(false);
});

test("sign-in never sends on to another site", async ({ org_id }) => {
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

test("429: sign-in by browser and by API share ten tries a minute", async ({ visitor }) => {
  const browser = new Browser();
  const body = { email: "nobody@example.org", password: "not the password" };
  for (let attempt = 0; attempt < 10; attempt++)
    await visitor.post("/api/auth/login", body, { "x-client-ip": browser.ip });
  const response = await browser.signIn(body.email, body.password);
  expect(response.status).toBe(429);
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await response.json()).toEqual({ url: "http://localhost:8000/sign-in?error=rate_limited" });
});

test("413: a sign-in form of a megabyte is not read", async () => {
  const response = await new Browser().post("/api/auth/callback/credentials", { email: "x".repeat(1_000_000) });
  expect(response.status).toBe(413);
});

test("every answer is named and kept by nobody", async () => {
  const response = await new Browser().get("/api/auth/session");
  expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(response.headers.get("cache-control")).toBe("no-store");
});

test("endpoints of ours under /api/auth are answered by the REST handler", async () => {
  const browser = new Browser();
  const login = await browser.get("/api/auth/login/");
  expect(login.status).toBe(405);
  expect(login.headers.get("allow")).toBe("POST, OPTIONS");
  const nothing = await browser.get("/api/auth/nothing");
  expect(nothing.status).toBe(404);
  expect(await nothing.json()).toMatchObject({ success: false, error: { code: "not_found" } });
});

test("a browser's session of an organisation one was removed from goes on in another, and ends with the last", async ({
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
