import { authenticate } from "@/server/domains/identity/auth/authenticate";
import { createRestHandler } from "@/server/endpoint/rest";
import { test as apiTest, expect } from "@/tests/support/api";
import { probeRouter } from "@/tests/support/probe-router";
import { createRestClient, type RestClient, uniqueAddress } from "@/tests/support/rest-client";

const handler = createRestHandler(probeRouter, authenticate);
const address = "http://localhost:8000/api/probe/";

const test = apiTest.extend<{ probe: RestClient }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern as the first parameter.
  probe: async ({}, use) => {
    const ip = uniqueAddress();
    await use(createRestClient(handler, async () => ({ "x-client-ip": ip })));
  },
});

test("wraps data in the envelope with the request id", async ({ probe }) => {
  const reply = await probe.post("/api/probe/", { text: "hello" });
  expect(reply.status).toBe(201);
  const request_id = reply.headers.get("x-request-id");
  expect(request_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(reply.body).toEqual({
    success: true,
    data: { text: "hello" },
    error: null,
    meta: { request_id, next_cursor: null },
  });
  expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(reply.headers.get("cache-control")).toBe("no-store");
});

test("wraps an error in the envelope with the request id", async ({ probe }) => {
  const reply = await probe.get("/api/probe/fail/?what=app");
  expect(reply.status).toBe(409);
  expect(reply.body).toEqual({
    success: false,
    data: null,
    error: { code: "conflict", message: "It clashes.", details: { with: "something" } },
    meta: { request_id: reply.headers.get("x-request-id") },
  });
  expect(reply.headers.get("cache-control")).toBe("no-store");
});

test("every request has its own id", async ({ probe }) => {
  const ids = new Set<string | null>();
  for (const _ of [1, 2, 3]) ids.add((await probe.get("/api/probe/?text=a")).headers.get("x-request-id"));
  expect(ids.size).toBe(3);
});

for (const path of ["/api/probe", "/api/probe/"])
  test(`${path} responds to every method without a redirect`, async ({ probe }) => {
    expect((await probe.get(`${path}?text=a`)).data).toEqual({ text: "a" });
    expect((await probe.post(path, { text: "b" })).data).toEqual({ text: "b" });
  });

test("returns 404 in the envelope for an unknown path", async ({ probe }) => {
  for (const path of ["/api/nothing/", "/api/probe/x/y/z/", "/api//probe/"])
    expect(await probe.get(path)).toFail(404, "not_found");
});

test("returns 405 for an unsupported method and names the supported ones", async ({ probe }) => {
  const reply = await probe.delete("/api/probe/");
  expect(reply).toFail(405, "method_not_allowed");
  expect(reply.headers.get("allow")).toBe("GET, POST, HEAD, OPTIONS");
  const put = await probe.send("PUT", "/api/probe/x/", { text: "a" });
  expect(put).toFail(405, "method_not_allowed");
  expect(put.headers.get("allow")).toBe("PATCH, OPTIONS");
});

test("OPTIONS lists the methods and has no body", async ({ probe }) => {
  const reply = await probe.send("OPTIONS", "/api/probe");
  expect(reply.status).toBe(204);
  expect(reply.headers.get("allow")).toBe("GET, POST, HEAD, OPTIONS");
  expect(reply.body).toBeNull();
});

test("HEAD returns the same status and headers as GET, without a body", async () => {
  const varying = ["x-request-id", "ratelimit"];
  const sendRequest = async (url: string, method: string) => {
    const { status, headers, text } = await handler(new Request(url, { method })).then(async (response) => ({
      ...{ status: response.status, headers: response.headers, text: await response.text() },
    }));
    return { status, headers: [...headers].filter(([name]) => !varying.includes(name)), text };
  };
  for (const [url, status] of [
    [`${address}?text=a`, 200],
    [address, 400],
  ] as const) {
    const { text, ...get } = await sendRequest(url, "GET");
    expect(get.status).toBe(status);
    expect(text).not.toBe("");
    expect(await sendRequest(url, "HEAD")).toEqual({ ...get, text: "" });
  }
});

test("returns 413 once a streamed body exceeds the limit", async () => {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 500;
      controller.enqueue(new Uint8Array(500).fill(0x20));
    },
  });
  const headers = { "content-type": "application/json" };
  const response = await handler(
    new Request(address, { method: "POST", headers, body, duplex: "half" } as RequestInit),
  );
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ error: { code: "too_large", details: { limit_bytes: 2_000 } } });
  expect(sent).toBeLessThan(10_000);
});

test("returns 415 for a content type other than JSON", async ({ probe }) => {
  for (const type of ["text/plain", "application/xml", "multipart/form-data; boundary=x"])
    expect(await probe.post("/api/probe/", '{"text":"a"}', { "content-type": type })).toFail(
      415,
      "unsupported_media_type",
    );
});

test("returns 415 for an unknown content encoding", async ({ probe }) => {
  const reply = await probe.post("/api/probe/", '{"text":"a"}', { "content-encoding": "br" });
  expect(reply).toFail(415, "unsupported_media_type");
});

test("returns invalid_json for malformed JSON and invalid_input for JSON that isn't an object", async ({ probe }) => {
  expect(await probe.post("/api/probe/", '{"text":')).toFail(400, "invalid_json");
  expect(await probe.post("/api/probe/", "[]")).toFail(400, "invalid_input");
  expect(await probe.post("/api/probe/", "null")).toFail(400, "invalid_input");
});

test("returns invalid_json for invalid UTF-8 instead of replacing characters", async () => {
  const headers = { "content-type": "application/json" };
  const body = Buffer.concat([Buffer.from('{"text":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
  const response = await handler(new Request(address, { method: "POST", headers, body }));
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: "invalid_json" } });
});

test("names an unknown key in a body or a query", async ({ probe }) => {
  const details = [{ path: "odd" }];
  expect(await probe.post("/api/probe/", { text: "a", odd: 1 })).toFail(400, "invalid_input", details);
  expect(await probe.get("/api/probe/?text=a&odd=1")).toFail(400, "invalid_input", details);
});

test("lists every invalid field", async ({ probe }) => {
  const reply = await probe.post("/api/probe/", { text: 7, odd: 1 });
  expect(reply).toFail(400, "invalid_input");
  const details = reply.body?.error?.details as { path: string }[];
  expect(details.map(({ path }) => path).sort()).toEqual(["odd", "text"]);
});

test("returns 400 for a repeated query parameter instead of using one of its values", async ({ probe }) => {
  expect(await probe.get("/api/probe/?text=a&text=b")).toFail(400, "invalid_input", [{ path: "text" }]);
});

test("returns 400 for a body field that is already in the path", async ({ probe }) => {
  expect(await probe.patch("/api/probe/one/", { id: "two" })).toFail(400, "invalid_input", [{ path: "id" }]);
  expect((await probe.patch("/api/probe/one/", {})).data).toEqual({ text: "one" });
});

test("a list returns its items in data and the next page's cursor in meta, or null on the last page", async ({
  probe,
}) => {
  const seen: string[] = [];
  let cursor: string | null = "";
  for (let page = 0; cursor !== null && page < 5; page += 1) {
    const reply = await probe.get(`/api/probe/list/?limit=2${cursor && `&cursor=${cursor}`}`);
    seen.push(...reply.data.map(({ id }: { id: string }) => id[7]));
    cursor = reply.body?.meta.next_cursor ?? null;
  }
  expect(seen).toEqual(["a", "b", "c", "d", "e"]);
  expect(cursor).toBeNull();
});

for (const query of ["limit=0", "limit=101", "limit=x", "limit=", "limit=1.5", "cursor=x", "cursor=%00", "cursor="])
  test(`a list returns 400 for ?${query}`, async ({ probe }) => {
    expect(await probe.get(`/api/probe/list/?${query}`)).toFail(400, "invalid_input", [{ path: query.split("=")[0] }]);
  });

test("returns 304 for a matching ETag until the response changes", async ({ probe }) => {
  const first = await probe.get("/api/probe/polled/?text=a");
  const tag = first.headers.get("etag") ?? "";
  expect(tag).toMatch(/^"[\w-]+"$/);
  expect(first.headers.get("cache-control")).toBe("private, no-cache");
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
    const again = await probe.get("/api/probe/polled/?text=a", { "if-none-match": known });
    expect(again.status).toBe(304);
    expect(again.headers.get("etag")).toBe(tag);
    expect(again.headers.get("x-request-id")).not.toBeNull();
  }
  const changed = await probe.get("/api/probe/polled/?text=b", { "if-none-match": tag });
  expect(changed.status).toBe(200);
  expect(changed.headers.get("etag")).not.toBe(tag);
});

test("sends no ETag from an endpoint that isn't meant for polling", async ({ probe }) => {
  expect((await probe.get("/api/probe/?text=a")).headers.get("etag")).toBeNull();
});

test("a redirect has a Location header and no body, and is not cached", async () => {
  const response = await handler(new Request(`${address}away`));
  expect(response.status).toBe(301);
  expect(response.headers.get("location")).toBe("https://example.org/there?a=1&b=2");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.text()).toBe("");
});

for (const what of ["leak", "unknown", "output"])
  test(`an internal error (${what}) doesn't reveal its cause`, async ({ probe }) => {
    const reply = await probe.get(`/api/probe/fail/?what=${what}`);
    expect(reply).toFail(500, "internal");
    expect(reply.body?.error).toEqual({
      code: "internal",
      message: "Something went wrong on our side.",
      details: null,
    });
  });

test("returns 400 and names a field that contains NUL or a lone surrogate", async ({ probe }) => {
  for (const text of ["a\0b", "\ud800"])
    expect(await probe.post("/api/probe/", { text })).toFail(400, "invalid_input", [{ path: "text" }]);
  expect(await probe.get("/api/probe/?text=a%00b")).toFail(400, "invalid_input", [{ path: "text" }]);
  expect(await probe.patch("/api/probe/%00/", {})).toFail(400, "invalid_input", [{ path: "id" }]);
});

test("treats keys named like prototype properties as unknown keys", async ({ probe }) => {
  for (const key of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
    const reply = await probe.post("/api/probe/", `{"text":"a","${key}":{"polluted":true}}`);
    expect(reply).toFail(400, "invalid_input", [{ path: key }]);
    expect(await probe.get(`/api/probe/?text=a&${key}=1`)).toFail(400, "invalid_input", [{ path: key }]);
  }
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test("hostile paths return 404 and never crash", async ({ probe }) => {
  for (const path of [
    "/api/probe/%",
    "/api/%2e%2e/probe",
    "/api/probe%2F",
    "/api/__proto__/",
    "/api/probe/%c0%af/",
    "/%00",
  ])
    expect((await probe.get(path)).status, path).toBe(404);
  expect((await probe.get("/api/probe/%2Fetc%2Fpasswd/")).status).toBe(405);
  expect((await probe.patch("/api/probe/%2Fetc%2Fpasswd/", {})).data).toEqual({ text: "/etc/passwd" });
});
