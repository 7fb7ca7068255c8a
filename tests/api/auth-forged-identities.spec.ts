import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { uniqueEmail } from "../support/accounts";
import { expect, test } from "../support/api";
import { Browser } from "../support/browser";
import { configure } from "../support/configure";

const clientId = "curbcut-tests";
const clientSecret = "a client secret that is known to tests alone";
const kid = "key-1";

let issuer: string;
let server: Server;
let own: CryptoKey;
let foreign: CryptoKey;
let published: string;
/** The ID token that the provider returns next. */
let idToken: string;

test.beforeAll(async () => {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  [own, published] = [privateKey, await exportSPKI(publicKey)];
  foreign = (await generateKeyPair("RS256")).privateKey;
  const keys = [{ ...(await exportJWK(publicKey)), kid, alg: "RS256", use: "sig" }];
  const answers: Readonly<Record<string, () => object>> = {
    "/.well-known/openid-configuration": () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
    }),
    "/keys": () => ({ keys }),
    "/token": () => ({ access_token: "x", token_type: "Bearer", expires_in: 60, id_token: idToken }),
  };
  server = createServer((request, response) => {
    request.resume();
    const answer = answers[request.url ?? ""];
    response.writeHead(answer ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(answer?.() ?? {}));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  configure({ GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_BASE_URL: issuer });
});

test.afterAll(() => {
  configure({ GOOGLE_CLIENT_ID: undefined });
  server.close();
});

type Sign = (claims: JWTPayload) => Promise<string> | string;

const signWith =
  (key: () => CryptoKey | Uint8Array, alg = "RS256"): Sign =>
  (claims) =>
    new SignJWT(claims).setProtectedHeader({ alg, kid, typ: "JWT" }).sign(key());

const honest = signWith(() => own);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const withClaims =
  (more: Record<string, unknown>): Sign =>
  (claims) =>
    honest({ ...claims, ...more });

const withChangedPayload: Sign = async (claims) => {
  const [head, , signature] = (await honest({ ...claims, sub: "someone else" })).split(".");
  return `${head}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.${signature}`;
};

/** Signs in as this person with an ID token created by `sign`. Returns the URL that our callback redirects to. */
const signIn = async (browser: Browser, email: string, sign: Sign): Promise<string> => {
  const csrfToken = await browser.csrfToken();
  const response = await browser.post("/api/auth/signin/google", { csrfToken, callbackUrl: "/accessibility" });
  const page = new URL(response.headers.get("location") ?? "");
  expect(page.origin).toBe(issuer);
  const now = Math.floor(Date.now() / 1000);
  const person = { sub: email, email, email_verified: true, name: "Ada Lovelace" };
  const nonce = page.searchParams.get("nonce");
  idToken = await sign({ iss: issuer, aud: clientId, iat: now, exp: now + 300, nonce, ...person });
  const state = encodeURIComponent(page.searchParams.get("state") ?? "");
  const callback = await browser.get(`/api/auth/callback/google?code=x&state=${state}`);
  return callback.headers.get("location") ?? "";
};

test("accepts an ID token that the provider signed for this sign-in", async ({ db }) => {
  const [browser, email] = [new Browser(), uniqueEmail()];
  expect(await signIn(browser, email, honest)).toBe("http://localhost:8000/accessibility");
  expect(await db.user.count({ where: { email } })).toBe(1);
});

const forgeries: [what: string, sign: Sign][] = [
  ["signed with another key", signWith(() => foreign)],
  ["whose payload was changed", withChangedPayload],
  ["without a signature", (claims) => new UnsecuredJWT(claims).encode()],
  ["signed with the published key as an HMAC key", signWith(() => bytes(published), "HS256")],
  ["signed with the client secret", signWith(() => bytes(clientSecret), "HS256")],
  ["for another client", withClaims({ aud: "another client" })],
  ["for several clients, issued to another one", withClaims({ aud: [clientId, "another"], azp: "another" })],
  ["from another issuer", withClaims({ iss: "https://accounts.example.org" })],
  ["that has expired", withClaims({ exp: Math.floor(Date.now() / 1000) - 600 })],
  ["for another sign-in", withClaims({ nonce: "another nonce" })],
  ["without a nonce", withClaims({ nonce: undefined })],
  ["without a subject", withClaims({ sub: undefined })],
];

for (const [what, sign] of forgeries)
  test(`refuses an ID token ${what}`, async ({ db }) => {
    const [browser, email] = [new Browser(), uniqueEmail()];
    expect(await signIn(browser, email, sign)).toContain("error=OAuthCallback");
    expect(browser.cookies.has("next-auth.session-token")).toBe(false);
    expect(await db.user.count({ where: { email } })).toBe(0);
  });
