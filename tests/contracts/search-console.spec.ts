import "@/tests/support/environment";
import { createHash } from "node:crypto";
import { inspect } from "node:util";
import { expect, test } from "@playwright/test";
import { googleSearchConsole } from "@/server/adapters/search-console/google";
import { type Question, scope } from "@/server/adapters/search-console/port";
import { startFailing } from "@/tests/support/resend";
import { answerConsent, type Choice, dayOfFacts, type GoogleServer, startGoogle } from "@/tests/support/search-console";

let google: GoogleServer;

test.beforeAll(async () => {
  google = await startGoogle();
});
test.afterAll(() => google.stop());

interface Given {
  clientSecret?: string;
  redirectUri?: string;
  timeoutMs?: number;
  url?: string;
}

const open = ({ url = google.url, ...given }: Given = {}) =>
  googleSearchConsole({
    clientId: google.grants.client.id,
    clientSecret: google.grants.client.secret,
    redirectUri: google.grants.redirectUris[0] ?? "",
    accountsUrl: url,
    oauthUrl: url,
    apiUrl: url,
    ...given,
  });

const codeVerifier = "a-verifier-of-at-least-forty-three-characters-1234";
const codeChallenge = createHash("sha256").update(codeVerifier).digest("base64url");

const consent = async (choice?: Choice): Promise<URLSearchParams> => {
  const page = await open().consentUrl({ state: "the state", codeChallenge });
  return new URL(await answerConsent(page, choice), "http://localhost").searchParams;
};

const connect = async (choice?: Choice) => {
  const code = (await consent(choice)).get("code") ?? "";
  return open().exchangeCode({ code, codeVerifier });
};

const question = (given: Partial<Question> = {}): Question => ({
  property: "sc-domain:shop.example",
  from: dayOfFacts(0),
  to: dayOfFacts(1),
  dimensions: ["query"],
  start: 0,
  limit: 3,
  ...given,
});

const refused = { code: "conflict", details: { reason: "refused" } };

test("requests consent to read-only, offline access with PKCE, and returns the state [#117]", async () => {
  const page = new URL(await open().consentUrl({ state: "the state", codeChallenge }));
  expect(`${page.origin}${page.pathname}`).toBe(`${google.url}/o/oauth2/v2/auth`);
  expect(Object.fromEntries(page.searchParams)).toEqual({
    client_id: google.grants.client.id,
    redirect_uri: "http://localhost:8000/api/search-perf/auth/callback",
    response_type: "code",
    scope,
    access_type: "offline",
    prompt: "consent",
    state: "the state",
    code_challenge: codeChallenge,
    code_challenge_method: "S256",
  });
  expect((await consent()).get("state")).toBe("the state");
  expect(Object.fromEntries(await consent("deny"))).toEqual({ error: "access_denied", state: "the state" });
});

test("exchanges a code for tokens only once [#118]", async () => {
  const code = (await consent()).get("code") ?? "";
  const before = Date.now();
  const tokens = await open().exchangeCode({ code, codeVerifier });
  expect(tokens).toMatchObject({
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    scopes: [scope],
  });
  expect(tokens.expires_at.getTime()).toBeGreaterThan(before + 3_500_000);
  await expect(open().exchangeCode({ code, codeVerifier })).rejects.toMatchObject(refused);
});

test("rejects a code with a different verifier, client secret or redirect URI", async () => {
  const code = async () => (await consent()).get("code") ?? "";
  await expect(open().exchangeCode({ code: await code(), codeVerifier: `${codeVerifier}x` })).rejects.toMatchObject(
    refused,
  );
  const wrong = open({ clientSecret: "wrong" }).exchangeCode({ code: await code(), codeVerifier });
  await expect(wrong).rejects.toMatchObject({ code: "upstream_failed", details: { retryable: false, status: 401 } });
  const elsewhere = open({ redirectUri: "http://localhost:9/callback" });
  await expect(elsewhere.exchangeCode({ code: await code(), codeVerifier })).rejects.toMatchObject({
    code: "upstream_failed",
    details: { retryable: false, status: 400 },
  });
});

test("refreshes tokens until they are revoked", async () => {
  const { access_token, refresh_token } = await connect();
  const fresh = await open().refresh(refresh_token ?? "");
  expect(fresh.access_token).not.toBe(access_token);
  expect(fresh.refresh_token).toBeNull();
  expect(await open().listProperties(fresh.access_token)).toHaveLength(4);
  await open().revoke(refresh_token ?? "");
  await open().revoke(refresh_token ?? "");
  await expect(open().refresh(refresh_token ?? "")).rejects.toMatchObject(refused);
  await expect(open().listProperties(fresh.access_token)).rejects.toMatchObject(refused);
});

test("lists properties with their permission", async () => {
  const { access_token } = await connect();
  expect(await open().listProperties(access_token)).toContainEqual({
    property: "sc-domain:shop.example",
    permission: "siteOwner",
  });
  google.plannedErrors.push({ kind: "refuse", status: 200, body: {} });
  expect(await open().listProperties(access_token)).toEqual([]);
});

test("returns paginated rows for each combination of dimensions, or totals if no dimension is given [#119]", async () => {
  const { access_token } = await connect();
  const query = (given?: Partial<Question>) => open().queryRows(access_token, question(given));
  const first = await query();
  expect(first.map(({ keys }) => keys)).toEqual([["search 1"], ["search 2"], ["search 3"]]);
  expect(first[0]).toEqual({ keys: ["search 1"], clicks: 260, impressions: 2_600, ctr: 0.1, position: 1 });
  expect((await query({ start: 3 }))[0]?.keys).toEqual(["search 4"]);
  expect((await query({ dimensions: ["date", "device"], limit: 25_000 })).map(({ keys }) => keys)).toEqual([
    [dayOfFacts(0), "DESKTOP"],
    [dayOfFacts(0), "MOBILE"],
    [dayOfFacts(0), "TABLET"],
    [dayOfFacts(1), "DESKTOP"],
    [dayOfFacts(1), "MOBILE"],
    [dayOfFacts(1), "TABLET"],
  ]);
  const totals = await query({ dimensions: [], property: "https://shop.example/" });
  expect(totals).toMatchObject([{ keys: [], clicks: 17_030, impressions: 170_300 }]);
  expect(await query({ from: "2020-01-01", to: "2020-01-02" })).toEqual([]);
});

test("an error for a query that Google rejects is not retryable", async () => {
  const { access_token } = await connect();
  for (const given of [{ limit: 25_001 }, { limit: 0 }, { start: -1 }, { to: dayOfFacts(-1) }, { from: "yesterday" }])
    await expect(open().queryRows(access_token, question(given))).rejects.toMatchObject({
      code: "upstream_failed",
      details: { retryable: false, status: 400 },
    });
});

test("rejects a property that the account doesn't own or hasn't verified", async () => {
  const { access_token } = await connect();
  for (const property of ["sc-domain:nobody.example", "https://guessed.example/"])
    await expect(open().queryRows(access_token, question({ property }))).rejects.toMatchObject({
      code: "conflict",
      details: { reason: "no_access" },
    });
});

test("rejects a token without the scope, and an unknown token", async () => {
  const { access_token } = await connect("part");
  await expect(open().listProperties(access_token)).rejects.toMatchObject(refused);
  await expect(open().listProperties("ya29.none")).rejects.toMatchObject(refused);
});

const apiError = (reason: string) => ({ error: { code: 403, message: reason, errors: [{ reason }] } });
const failures = [
  {
    title: "an exceeded quota",
    status: 403,
    body: apiError("quotaExceeded"),
    is: { retryable: true, retry_after_seconds: 900 },
  },
  {
    title: "too many calls",
    status: 429,
    headers: { "Retry-After": "7" },
    is: { retryable: true, retry_after_seconds: 7 },
  },
  {
    title: "an API that is disabled",
    status: 403,
    body: apiError("accessNotConfigured"),
    is: { retryable: false },
  },
  { title: "a failing server", status: 503, is: { retryable: true, status: 503 } },
  { title: "a proxy's page", status: 200, body: "<h1>Hello</h1>", is: { retryable: true, status: null } },
];
for (const { title, is, ...planned } of failures)
  test(`reports ${title} with the expected details, without retrying`, async () => {
    const { access_token } = await connect();
    const before = google.calls.length;
    google.plannedErrors.push({ kind: "refuse", ...planned });
    const call = open().queryRows(access_token, question());
    await expect(call).rejects.toMatchObject({ code: "upstream_failed", details: is });
    expect(google.calls).toHaveLength(before + 1);
  });

test("errors contain no tokens", async () => {
  const { refresh_token } = await connect();
  google.plannedErrors.push({ kind: "refuse", status: 500 });
  const error = await open()
    .refresh(refresh_token ?? "")
    .catch((cause: unknown) => cause);
  expect(error).toMatchObject({ code: "upstream_failed", details: { retryable: true, status: 500 } });
  const said = inspect(error, { depth: 20, showHidden: true });
  for (const secret of [refresh_token ?? "?", google.grants.client.secret]) expect(said).not.toContain(secret);
});

test("reports an error as retryable if Google is unreachable or times out", async () => {
  const { access_token } = await connect();
  const failure = { code: "upstream_failed", details: { retryable: true, status: null } };
  google.plannedErrors.push({ kind: "hang" });
  await expect(open({ timeoutMs: 100 }).listProperties(access_token)).rejects.toMatchObject(failure);
  await expect(open({ url: "http://127.0.0.1:1" }).refresh("1//0")).rejects.toMatchObject(failure);
  const odd = await startFailing(200, { "content-type": "text/html" }, "<h1>A proxy</h1>");
  await expect(open({ url: odd.url }).refresh("1//0")).rejects.toMatchObject(failure);
  await odd.stop();
});

test("the test double's consent page doesn't redirect to an unregistered URI", async () => {
  const page = await open({ redirectUri: "https://evil.example/" }).consentUrl({ state: "s", codeChallenge });
  const shown = await fetch(page);
  expect([shown.status, await shown.text()]).toEqual([400, "<h1>Access blocked: redirect_uri_mismatch</h1>"]);
});
