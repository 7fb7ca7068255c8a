import { sessionCookie } from "@/server/domains/identity/auth/session-cookie";
import { handleTrpc } from "@/server/http";
import { expect, test } from "@/tests/support/api";
import { uniqueAddress } from "@/tests/support/rest-client";
import { uniqueSite } from "@/tests/support/scans";

// The web apps' typed clients call the same procedures over tRPC, which must give the same guarantees as REST.

interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests check the values that they read.
  body: any;
}

const send = async (path: string, init: RequestInit = {}): Promise<Answer> => {
  const response = await handleTrpc(
    new Request(`http://localhost:8000/api/trpc/${path}`, {
      ...init,
      headers: { "x-client-ip": uniqueAddress(), ...init.headers },
    }),
  );
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
};

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  send(path, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  });

const codeOf = ({ body }: Answer): unknown => body.error?.data.code;

test("a typed call has the same effect as a REST call, with the same audit log entry and limits [#62] [#137]", async ({
  as,
  db,
  org_id,
}) => {
  const { access_token } = await as("owner").session();
  const headers = { authorization: `Bearer ${access_token}` };
  const url = uniqueSite();
  const added = await post("websites.add", { url }, headers);
  expect(added.status).toBe(200);
  expect(added.body.result.data).toMatchObject({ url });
  expect(added.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(added.headers.get("cache-control")).toBe("no-store");
  expect(await db.auditLog.count({ where: { org_id, action: "website.add" } })).toBe(1);
  const listed = await as("owner").get("/api/websites/");
  expect(listed.data[0].url).toBe(url);
  const list = await send("websites.list?input={}", { headers });
  expect(list.headers.get("ratelimit")).toContain('"read";r=298;');
});

test("REST and typed calls share one bucket of ten calls a minute @long", async ({ visitor }) => {
  const headers = { "x-client-ip": uniqueAddress() };
  const body = { email: "nobody@example.org", otp: "000000" };
  for (let call = 0; call < 5; call += 1) {
    expect((await post("users.verifyByOtp", body, headers)).status).not.toBe(429);
    expect((await visitor.post("/api/user/verify-email-otp/", body, headers)).status).not.toBe(429);
  }
  const refused = await post("users.verifyByOtp", body, headers);
  expect(refused.status).toBe(429);
  expect(codeOf(refused)).toBe("rate_limited");
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("the errors of typed calls have the same code and details as over REST", async ({ as }) => {
  const signedOut = await post("websites.add", { url: uniqueSite() });
  expect([signedOut.status, codeOf(signedOut)]).toEqual([401, "not_authenticated"]);
  const viewer = { authorization: `Bearer ${(await as("viewer").session()).access_token}` };
  const forbidden = await post("websites.add", { url: uniqueSite() }, viewer);
  expect(forbidden.status).toBe(403);
  expect(forbidden.body.error.data).toMatchObject({ code: "forbidden", details: { permission: "websites.write" } });
  const owner = { authorization: `Bearer ${(await as("owner").session()).access_token}` };
  const wrong = await post("websites.add", { url: "x", odd: 1 }, owner);
  expect(wrong.status).toBe(400);
  expect(wrong.body.error.data.details.map(({ path }: { path: string }) => path).sort()).toEqual(["odd", "url"]);
});

test("returns 400 and names a field that contains NUL or a lone surrogate", async ({ as }) => {
  const headers = { authorization: `Bearer ${(await as("owner").session()).access_token}` };
  for (const name of ["a\0b", "\ud800"]) {
    const reply = await post("websites.add", { url: uniqueSite(), name }, headers);
    expect([reply.status, codeOf(reply)]).toEqual([400, "invalid_input"]);
    expect(reply.body.error.data.details).toMatchObject([{ path: "name" }]);
  }
});

test("returns 403 for a change authenticated by cookie unless it comes from one of our origins", async ({ as }) => {
  const cookie = `${sessionCookie.name}=${(await as("owner").session()).access_token}`;
  const add = (headers: Record<string, string>) => post("websites.add", { url: uniqueSite() }, { cookie, ...headers });
  expect((await add({ origin: "https://evil.example" })).status).toBe(403);
  expect((await add({})).status).toBe(403);
  expect((await add({ origin: "http://localhost:8000" })).status).toBe(200);
  expect((await send("websites.list?input={}", { headers: { cookie } })).status).toBe(200);
});

test("returns 405 for a change requested with GET", async ({ as }) => {
  const headers = { authorization: `Bearer ${(await as("owner").session()).access_token}` };
  const reply = await send(`websites.add?input=${encodeURIComponent(JSON.stringify({ url: uniqueSite() }))}`, {
    headers,
  });
  expect([reply.status, codeOf(reply)]).toEqual([405, "method_not_allowed"]);
});

for (const path of ["nothing.here", "__proto__", "constructor", "websites.__proto__", "toString"])
  test(`returns 404 for the procedure ${path}`, async () => {
    const reply = await send(`${path}?input={}`);
    expect([reply.status, codeOf(reply)]).toEqual([404, "not_found"]);
  });

test("returns 400 for an unreadable body and 413 for one that is too large", async () => {
  const unreadable = await post("websites.add", '{"url":');
  expect(unreadable.status).toBeGreaterThanOrEqual(400);
  expect(unreadable.status).toBeLessThan(500);
  const large = await post("websites.add", JSON.stringify({ url: "x".repeat(5_000_001) }));
  expect(large.status).toBe(413);
});

test("the scanner's callback rejects typed calls", async ({ as }) => {
  const headers = { authorization: `Bearer ${(await as("owner").session()).access_token}` };
  const reply = await post("audits.callback", {}, headers);
  expect([reply.status, codeOf(reply)]).toEqual([403, "forbidden"]);
});

test("responds to each call in a batch separately", async ({ as }) => {
  const headers = { authorization: `Bearer ${(await as("owner").session()).access_token}` };
  const input = encodeURIComponent(JSON.stringify({ 0: {}, 1: { id: "x" } }));
  const reply = await send(`websites.list,websites.get?batch=1&input=${input}`, { headers });
  expect(reply.body[0].result.data).toEqual({ items: [], next_cursor: null });
  expect(reply.body[1].error.data).toMatchObject({
    code: "invalid_input",
    httpStatus: 400,
    request_id: expect.any(String),
  });
});
