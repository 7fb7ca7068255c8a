import { request } from "node:http";
import { gunzipSync } from "node:zlib";
import { bundleRum } from "@/rum/bundle";
import { root } from "@/scripts/support/root";
import { markClient } from "@/server/core/client-address";
import { createVisitorHandler } from "@/server/domains/monitoring/rum";
import { test as apiTest, expect } from "@/tests/support/api";
import { beaconOf, type Listening, listen, measuredSite } from "@/tests/support/rum";

// Tests the endpoint as visitors' browsers reach it: through a listener in front of Next.js.

const test = apiTest.extend<object, { listening: Listening }>({
  listening: [
    async ({ database: _ }, use) => {
      const answerVisitor = createVisitorHandler(() => bundleRum(root));
      const listening = await listen((incoming, outgoing) => {
        markClient(incoming, 0);
        if (answerVisitor(incoming, outgoing)) return;
        outgoing.statusCode = 418;
        outgoing.end();
      });
      await use(listening);
      await listening.close();
    },
    { scope: "worker" },
  ],
});

const post = (url: string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(url, { method: "POST", body, headers: { "content-type": "text/plain", ...headers } });

test("stores a beacon from the website's own pages and then returns 204, whether or not the URL has a trailing slash [#77]", async ({
  as,
  db,
  listening,
}) => {
  const site = await measuredSite(as("owner"));
  const origin = new URL(site.url).origin;
  for (const path of ["/api/rum/", "/api/rum", "/api/rum/?x=1"]) {
    const reply = await post(listening.url + path, JSON.stringify(beaconOf(site)), { origin });
    expect([reply.status, await reply.text()]).toEqual([204, ""]);
    expect(reply.headers.get("access-control-allow-origin")).toBe(origin);
    expect(reply.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(reply.headers.get("cache-control")).toBe("no-store");
    expect(reply.headers.get("ratelimit-policy")).toContain('"beacon"');
  }
  expect(await db.rumEvent.count({ where: { website_id: site.id } })).toBe(3);
  const elsewhere = await post(`${listening.url}/api/rum/`, JSON.stringify(beaconOf(site)), {
    origin: "https://x.example",
  });
  expect(elsewhere.status).toBe(403);
});

test("errors have the same envelope as those from every other endpoint", async ({ listening }) => {
  const url = `${listening.url}/api/rum/`;
  const cases: [string, Record<string, string>, number, string][] = [
    ["{", {}, 400, "invalid_json"],
    ["{}", {}, 400, "invalid_input"],
    ["<a/>", { "content-type": "text/html" }, 415, "unsupported_media_type"],
    ["{}", { "content-encoding": "br" }, 415, "unsupported_media_type"],
    ["x".repeat(10_001), {}, 413, "too_large"],
    [JSON.stringify(beaconOf({ site_key: "rum_none" })), {}, 404, "not_found"],
  ];
  for (const [body, headers, status, code] of cases) {
    const reply = await post(url, body, headers);
    expect(reply.status).toBe(status);
    expect(await reply.json()).toMatchObject({
      success: false,
      data: null,
      error: { code },
      meta: { request_id: expect.any(String) },
    });
  }
});

test("stops reading a body without Content-Length after 10 kB", async ({ listening }) => {
  const status = await new Promise((resolve, reject) => {
    const outgoing = request(`${listening.url}/api/rum/`, {
      method: "POST",
      headers: { "content-type": "text/plain" },
    });
    const pour = setInterval(() => outgoing.write("x".repeat(4_000)), 5);
    outgoing.on("response", (response) => {
      clearInterval(pour);
      resolve(response.statusCode);
      outgoing.destroy();
    });
    outgoing.on("error", (error) => {
      clearInterval(pour);
      reject(error);
    });
  });
  expect(status).toBe(413);
});

test("passes other requests on to Next.js", async ({ listening }) => {
  for (const [method, path] of [
    ["GET", "/api/rum/"],
    ["OPTIONS", "/api/rum/"],
    ["POST", "/api/rum/sites/"],
    ["POST", "/api/rumour"],
    ["GET", "/rum.jsx"],
    ["GET", "/"],
  ] as const)
    expect((await fetch(listening.url + path, { method })).status, `${method} ${path}`).toBe(418);
});

test("/rum.js is smaller than 4 kB when gzipped, is cacheable for an hour, and returns 304 for its ETag [#77]", async ({
  listening,
}) => {
  const reply = await fetch(`${listening.url}/rum.js`);
  const script = await reply.text();
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(reply.headers.get("cache-control")).toBe("public, max-age=3600, stale-while-revalidate=86400");
  const zipped = await new Promise<Buffer>((resolve) => {
    request(`${listening.url}/rum.js`, { headers: { "accept-encoding": "gzip" } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve(Buffer.concat(chunks)));
    }).end();
  });
  process.stdout.write(`      /rum.js: ${script.length} bytes, ${zipped.length} in gzip\n`);
  expect(zipped.length).toBeLessThan(4_000);
  expect(gunzipSync(zipped).toString()).toBe(script);
  const etag = reply.headers.get("etag") ?? "";
  const again = await fetch(`${listening.url}/rum.js`, { headers: { "if-none-match": etag } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  const head = await fetch(`${listening.url}/rum.js`, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  const wrong = await fetch(`${listening.url}/rum.js`, { method: "POST" });
  expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
});

test("the script stores nothing in the browser and reads nothing that could identify the browser", async ({
  listening,
}) => {
  const script = await (await fetch(`${listening.url}/rum.js`)).text();
  const names =
    /cookie|localStorage|sessionStorage|indexedDB|caches|userAgent|plugins|languages?\b|canvas|AudioContext|deviceMemory|hardwareConcurrency|timeZone|referrer|location\.(?:href|search|hash)/;
  expect(script).not.toMatch(names);
});
