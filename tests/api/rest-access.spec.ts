import { authenticate } from "@/server/domains/identity/auth/authenticate";
import { sessionCookie } from "@/server/domains/identity/auth/session-cookie";
import { createRestHandler } from "@/server/endpoint/rest";
import { serviceKey } from "@/server/endpoint/service-key";
import { test as apiTest, expect } from "@/tests/support/api";
import { probeRouter } from "@/tests/support/probe-router";
import { createRestClient, type RestClient, uniqueAddress } from "@/tests/support/rest-client";

const handler = createRestHandler(probeRouter, authenticate);

const test = apiTest.extend<{ probe: RestClient }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern as the first parameter.
  probe: async ({}, use) => {
    const ip = uniqueAddress();
    await use(createRestClient(handler, async () => ({ "x-client-ip": ip })));
  },
});

/** Returns a request whose body must not be read: reading it fails the test. */
const untouchable = (path: string, headers: Record<string, string>): Request => {
  const body = new ReadableStream<Uint8Array>(
    {
      pull: () => {
        throw new Error("the body was read");
      },
    },
    { highWaterMark: 0 },
  );
  const init = { method: "POST", body, duplex: "half", headers: { "content-type": "application/json", ...headers } };
  return new Request(new URL(path, "http://localhost:8000"), init as RequestInit);
};

test("returns 401 to anonymous callers before any error about the body [#129]", async ({ visitor }) => {
  for (const body of ['{"', "[]", { odd: 1 }]) {
    const reply = await visitor.post("/api/websites/", body);
    expect(reply).toFail(401, "not_authenticated");
    expect(reply.headers.get("www-authenticate")).toBe("Bearer");
  }
});

test("does not read the body of a request from a caller without permission", async ({ rest, as }) => {
  const signedOut = await rest(untouchable("/api/websites/", { "x-client-ip": uniqueAddress() }));
  expect(signedOut.status).toBe(401);
  const { access_token } = await as("viewer").session();
  const viewer = await rest(untouchable("/api/websites/", { authorization: `Bearer ${access_token}` }));
  expect(viewer.status).toBe(403);
});

test("returns 401 for an invalid token, whatever is wrong with it", async ({ visitor, as }) => {
  const { access_token } = await as("owner").session();
  const [header, payload, signature] = access_token.split(".");
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url");
  for (const token of [
    "",
    "x",
    "a.b.c",
    `${header}.${payload}.`,
    `${none}.${payload}.`,
    `${header}.${payload}x.${signature}`,
  ]) {
    const reply = await visitor.get("/api/websites/", { authorization: `Bearer ${token}` });
    expect(reply.status, token).toBe(401);
    expect(reply.headers.get("www-authenticate")).toBe("Bearer");
  }
});

test("treats an Authorization header with a scheme other than Bearer as anonymous", async ({ visitor }) => {
  expect(await visitor.get("/api/websites/", { authorization: "Basic b3duZXI6cHc=" })).toFail(401, "not_authenticated");
});

test("returns 403 and names the permission that the role lacks [#131]", async ({ as }) => {
  const reply = await as("viewer").post("/api/websites/", { url: "https://example.org" });
  expect(reply).toFail(403, "forbidden", { permission: "websites.write" });
});

test("requires the API key and accepts nothing else", async ({ probe, as }) => {
  const body = { text: "a" };
  const call = (authorization?: string) => probe.post("/api/probe/key/", body, authorization ? { authorization } : {});
  expect(await call()).toFail(401, "not_authenticated");
  expect(await call(`Basic ${serviceKey()}`)).toFail(401, "not_authenticated");
  expect(await call("Bearer wrong")).toFail(403, "forbidden");
  expect(await call(`Bearer ${serviceKey()}x`)).toFail(403, "forbidden");
  expect(await call(`Bearer ${(await as("owner").session()).access_token}`)).toFail(403, "forbidden");
  expect((await call(`Bearer ${serviceKey()}`)).data).toEqual(body);
});

test("returns 429 for the eleventh call in a minute, with the number of seconds to wait", async ({ probe }) => {
  for (let call = 1; call <= 10; call += 1) {
    const reply = await probe.post("/api/probe/scarce/", { text: "a" });
    expect(reply.status).toBe(200);
    expect(reply.headers.get("ratelimit-policy")).toBe('"auth";q=10;w=60');
    expect(reply.headers.get("ratelimit")).toMatch(new RegExp(`^"auth";r=${10 - call};t=\\d+$`));
  }
  const refused = await probe.post("/api/probe/scarce/", { text: "a" });
  const seconds = Number(refused.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(Number.isInteger(seconds)).toBe(true);
  expect(refused).toFail(429, "rate_limited", { limit: 10, window_seconds: 60, retry_after_seconds: seconds });
  expect(refused.headers.get("ratelimit")).toBe(`"auth";r=0;t=${seconds}`);
});

test("neither reads the body of a rate-limited call nor counts the call", async ({ probe }) => {
  const ip = uniqueAddress();
  const call = (headers = {}) => probe.post("/api/probe/scarce/", { text: "a" }, { "x-client-ip": ip, ...headers });
  for (let index = 0; index < 10; index += 1) await call();
  const response = await handler(untouchable("/api/probe/scarce/", { "x-client-ip": ip }));
  expect(response.status).toBe(429);
});

test("counts calls with an invalid body towards the limit", async ({ probe }) => {
  for (let index = 0; index < 10; index += 1)
    expect(await probe.post("/api/probe/scarce/", "no json")).toFail(400, "invalid_json");
  expect(await probe.post("/api/probe/scarce/", { text: "a" })).toFail(429, "rate_limited");
});

test("limits each IP address separately, and ignores headers that claim a different IP address", async ({ probe }) => {
  for (let index = 0; index < 10; index += 1) await probe.post("/api/probe/scarce/", { text: "a" });
  for (const name of ["x-forwarded-for", "x-real-ip", "forwarded", "cf-connecting-ip", "true-client-ip"])
    expect(await probe.post("/api/probe/scarce/", { text: "a" }, { [name]: "203.0.113.9" })).toFail(
      429,
      "rate_limited",
    );
  const other = await probe.post("/api/probe/scarce/", { text: "a" }, { "x-client-ip": uniqueAddress() });
  expect(other.status).toBe(200);
});

const sixEndpoints = [
  "/api/auth/login",
  "/api/user/",
  "/api/user/verify-email/",
  "/api/user/verify-email-otp/",
  "/api/user/verify-email-link/",
  "/api/user/invite-user/",
];

test("each of the six endpoints has its own bucket of ten calls a minute per IP address [#133]", async ({
  visitor,
}) => {
  for (const path of sixEndpoints) {
    const statuses: number[] = [];
    for (let call = 0; call < 11; call += 1) statuses.push((await visitor.post(path, {})).status);
    expect(statuses.slice(0, 10), path).not.toContain(429);
    expect(statuses[10], path).toBe(429);
    expect(
      (
        await visitor.post(
          path.replace(/\/?$/, (slash) => (slash ? "" : "/")),
          {},
        )
      ).status,
      path,
    ).toBe(429);
    expect((await visitor.post(path, {}, { "x-client-ip": uniqueAddress() })).status, path).not.toBe(429);
  }
});

test("polling and reading have separate rate-limit buckets", async ({ as }) => {
  const owner = as("owner");
  const read = await owner.get("/api/websites/");
  const polled = await owner.get("/api/website-audit/latest-audit-status/");
  expect(read.headers.get("ratelimit")).toContain('"read";r=299;');
  expect(polled.headers.get("ratelimit")).toContain('"poll";r=599;');
  expect((await owner.get("/api/websites/")).headers.get("ratelimit")).toContain('"read";r=298;');
});

test("an organisation's members share its limit; other callers have their own", async ({ as, otherOrganisation }) => {
  await as("owner").get("/api/websites/");
  expect((await as("viewer").get("/api/websites/")).headers.get("ratelimit")).toContain("r=298;");
  const other = await otherOrganisation().as("owner").get("/api/websites/");
  expect(other.headers.get("ratelimit")).toContain("r=299;");
});

test("returns 403 for a change authenticated by cookie unless it comes from one of our origins", async ({
  visitor,
  as,
}) => {
  const { access_token } = await as("owner").session();
  const cookie = `${sessionCookie.name}=${access_token}`;
  const add = (headers: Record<string, string>) =>
    visitor.post("/api/websites/", { url: `https://${crypto.randomUUID()}.example/` }, { cookie, ...headers });
  expect((await visitor.get("/api/websites/", { cookie })).status).toBe(200);
  for (const origin of [
    "https://evil.example",
    "null",
    "http://localhost:8000.evil.example",
    "http://localhost:8001",
    "evil",
  ])
    expect(await add({ origin }), origin).toFail(403, "forbidden");
  expect(await add({}), "no Origin").toFail(403, "forbidden");
  expect((await add({ origin: "http://localhost:8000" })).status).toBe(201);
});

test("ignores the Origin header of a call with a bearer token, because browsers never send a token by themselves", async ({
  as,
}) => {
  const reply = await as("owner").post(
    "/api/websites/",
    { url: "https://from-elsewhere.example/" },
    { origin: "https://elsewhere.example" },
  );
  expect(reply.status).toBe(201);
});
