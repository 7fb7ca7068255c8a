import "@/tests/support/environment";
import { once } from "node:events";
import { connect } from "node:tls";
import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { untrusted } from "@/server/domains/monitoring/monitors/check/failure";
import { type CheckResult, type CheckTarget, runCheck } from "@/server/domains/monitoring/monitors/check/run-check";
import { type StarvationWatch, watchStarvation } from "@/server/domains/monitoring/monitors/check/watch-starvation";
import { createGuard } from "@/server/outside/guard";
import { parsePrivateHosts } from "@/server/outside/private-hosts";
import { closePlaces, serve, serveSecurely, serveTcp } from "@/tests/support/monitors";

const known: Readonly<Record<string, string[]>> = {
  "shop.example": ["127.0.0.1"],
  "inside.example": ["10.0.0.1"],
  "mixed.example": ["93.184.216.34", "192.168.0.1"],
};

const guard = createGuard(parsePrivateHosts(["127.0.0.1"]), async (name) => {
  if (name === "slow.example") throw Object.assign(new Error("no answer"), { code: "ETIMEOUT" });
  const addresses = known[name];
  if (!addresses) throw Object.assign(new Error("unknown"), { code: "ENOTFOUND" });
  return addresses;
});

let watch: StarvationWatch;
test.beforeAll(() => {
  watch = watchStarvation();
});
test.afterAll(() => watch.stop());
test.afterEach(closePlaces);

/** Reports no lost time, so that a busy machine doesn't affect the result. */
const calm: StarvationWatch = { lostMs: () => 0, stop: () => undefined };

const check = (url: string, target: Partial<CheckTarget> = {}, by = calm): Promise<CheckResult> =>
  runCheck(
    { url, method: "GET", timeout_ms: 5_000, expected_status: [200], keyword: null, ...target },
    { guard, watch: by },
  );

test("an expected response passes, with its status and response time [#76]", async () => {
  const { url } = await serve((_, response) => response.end("Welcome"));
  const result = await check(url);
  expect(result).toMatchObject({ outcome: "ok", kind: null, error: null, http_status: 200, address: "127.0.0.1" });
  expect(result.response_ms).toBeGreaterThanOrEqual(0);
});

test("a check fails unless the status is an expected one", async () => {
  const { url } = await serve((_, response) => response.writeHead(503).end());
  const wrong = await check(url, { expected_status: [200, 204] });
  expect(wrong).toMatchObject({ outcome: "failed", kind: "status", http_status: 503 });
  expect(wrong.error).toBe("The server returned 503 Service Unavailable instead of 200 or 204.");
  expect(await check(url, { expected_status: [503] })).toMatchObject({ outcome: "ok" });
});

test("finds a keyword, case-sensitively, whatever the page's encoding or compression", async () => {
  const pages: Readonly<Record<string, () => { headers: Record<string, string>; body: Buffer }>> = {
    "/plain": () => ({ headers: {}, body: Buffer.from("… Grüße aus Köln …") }),
    "/latin": () => ({
      headers: { "content-type": "text/html; charset=iso-8859-1" },
      body: Buffer.from("Grüße aus Köln", "latin1"),
    }),
    "/gzip": () => ({ headers: { "content-encoding": "gzip" }, body: gzipSync("Grüße aus Köln") }),
    "/bomb": () => ({ headers: { "content-encoding": "gzip" }, body: gzipSync(Buffer.alloc(20_000_000)) }),
    "/other": () => ({ headers: {}, body: Buffer.from("grüße aus köln") }),
  };
  const { url } = await serve((request, response) => {
    const { headers, body } = pages[request.url ?? ""]?.() ?? { headers: {}, body: Buffer.alloc(0) };
    response.writeHead(200, headers).end(body);
  });
  const keyword = "Grüße aus Köln";
  for (const path of ["plain", "latin", "gzip"])
    expect(await check(url + path, { keyword }), path).toMatchObject({ outcome: "ok" });
  for (const path of ["other", "bomb"])
    expect(await check(url + path, { keyword }), path).toMatchObject({
      outcome: "failed",
      kind: "keyword",
      http_status: 200,
      error: 'The page doesn\'t contain "Grüße aus Köln".',
    });
});

test("sends HEAD requests when the method is HEAD", async () => {
  const { url } = await serve((request, response) => response.writeHead(request.method === "HEAD" ? 200 : 405).end());
  expect(await check(url, { method: "HEAD" })).toMatchObject({ outcome: "ok" });
  expect(await check(url)).toMatchObject({ outcome: "failed", http_status: 405 });
});

test("follows at most ten redirects, and none if the redirect itself is the expected response", async () => {
  const { url } = await serve((request, response) => {
    const left = Number(request.url?.slice(1) || 0);
    if (left === 0) response.end("there");
    else response.writeHead(302, { location: `/${left - 1}` }).end();
  });
  expect(await check(`${url}10`)).toMatchObject({ outcome: "ok", http_status: 200 });
  expect(await check(`${url}11`)).toMatchObject({ outcome: "failed", error: "The URL redirects more than 10 times." });
  expect(await check(`${url}1`, { expected_status: [302] })).toMatchObject({ outcome: "ok", http_status: 302 });
});

test("rejects a private IP address in every check, even behind a name or a redirect", async () => {
  const targets = ["http://10.1.2.3/", "http://inside.example/", "http://[::1]/", "http://mixed.example/"];
  const { url, count } = await serve((request, response) => {
    const to = targets[Number(request.url?.slice(1))] ?? "file:///etc/passwd";
    response.writeHead(302, { location: to }).end();
  });
  for (const [index, target] of targets.entries()) {
    const kind = target.includes(".example") ? "dns" : "blocked";
    expect(await check(target), target).toMatchObject({ outcome: "failed", kind });
    expect(await check(url + index), target).toMatchObject({ outcome: "failed", kind, http_status: null });
  }
  expect((await check(`${url}1`)).error).toBe("inside.example has no public IP address (DNS).");
  expect(await check(`${url}9`)).toMatchObject({ error: "The redirect doesn't lead to a valid URL." });
  expect(count()).toBe(6);
});

test("explains in plain words why a website is unreachable", async () => {
  const gone = await serve((_, response) => response.end());
  await gone.close();
  const silent = await serveTcp(() => undefined);
  const rude = await serveTcp((socket) => socket.destroy());
  const odd = await serveTcp((socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n"));
  const short = await serve((_, response) => {
    response.writeHead(200, { "content-length": "100" }).write("only this");
    setTimeout(() => response.destroy(), 20);
  });
  const endless = await serve((_, response) => response.writeHead(200).flushHeaders());
  const secure = silent.url.replace("http:", "https:");
  for (const [url, kind, words] of [
    [gone.url, "connect", "127.0.0.1 refused the connection on port"],
    [silent.url, "timeout", "The check took longer than 0.3 seconds (waiting for the response)."],
    [secure, "timeout", "The check took longer than 0.3 seconds (connecting)."],
    [endless.url, "timeout", "The check took longer than 0.3 seconds (reading the page)."],
    [rude.url, "broken", "The connection closed before the response was complete."],
    [short.url, "broken", "The connection closed before the response was complete."],
    [odd.url, "broken", "The server didn't send a valid HTTP response."],
    [odd.url.replace("http:", "https:"), "tls", "A TLS connection to 127.0.0.1 couldn't be established."],
    ["http://nowhere.example/", "dns", "nowhere.example has no public IP address (DNS)."],
    ["http://slow.example/", "dns", "The name servers returned no IP address for slow.example (DNS)."],
  ] as const) {
    const result = await check(url, { timeout_ms: kind === "timeout" ? 300 : 5_000 });
    expect(result, url).toMatchObject({ outcome: "failed", kind, error: expect.stringContaining(words) });
  }
});

test("an untrusted certificate fails the check, and its expiry date is still read", async () => {
  const { url, count } = await serveSecurely(10);
  const result = await check(url);
  expect(result).toMatchObject({ outcome: "failed", kind: "tls", error: "The certificate is self-signed." });
  const days = ((result.certificate_expires_at?.getTime() ?? 0) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(9.9);
  expect(days).toBeLessThan(10.1);
  expect(count()).toBe(0);
  expect(untrusted("CERT_HAS_EXPIRED", "a.example").message).toBe("The certificate has expired.");
  expect(untrusted("ERR_TLS_CERT_ALTNAME_INVALID", "a.example").message).toContain("isn't valid for a.example");
});

/** Lets a test server use versions and cipher suites that OpenSSL has disabled. */
const weak = "@SECLEVEL=0";

for (const [what, options] of [
  ["TLS 1.1", { minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers: `DEFAULT:${weak}` }],
  ["cipher suites without encryption", { maxVersion: "TLSv1.2", ciphers: `ECDHE-ECDSA-NULL-SHA:${weak}` }],
  ["cipher suites without authentication", { maxVersion: "TLSv1.2", ciphers: `AECDH-AES256-SHA:${weak}` }],
] as const)
  test(`no TLS connection is made to a server that supports only ${what}`, async () => {
    const { url, count } = await serveSecurely(10, options);
    const old = connect({ port: Number(new URL(url).port), rejectUnauthorized: false, ...options });
    await once(old, "secureConnect");
    old.destroy();
    expect(await check(url)).toMatchObject({
      outcome: "failed",
      kind: "tls",
      error: "A TLS connection to 127.0.0.1 couldn't be established.",
    });
    expect(count()).toBe(0);
  });

const standStill = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

test("time during which the checker itself is blocked doesn't count against a website", async () => {
  const { url } = await serve((_, response) => setTimeout(() => response.end("there"), 50));
  const running = check(url, { timeout_ms: 200 }, watch);
  await new Promise((resolve) => setTimeout(resolve, 20));
  standStill(600);
  expect(await running).toMatchObject({ outcome: "ok" });
});

test("reports a timeout for a website that never responds, even if the checker was blocked in the meantime", async () => {
  const { url } = await serveTcp(() => undefined);
  const started = performance.now();
  const running = check(url, { timeout_ms: 300 }, watch);
  await new Promise((resolve) => setTimeout(resolve, 20));
  standStill(500);
  expect(await running).toMatchObject({ outcome: "failed", kind: "timeout" });
  expect(performance.now() - started).toBeGreaterThan(700);
});

test("a check is inconclusive when the checker gets hardly any CPU time @long", async () => {
  const { url } = await serveTcp(() => undefined);
  const busy = setInterval(() => standStill(400), 10);
  const result = await check(url, { timeout_ms: 200 }, watch);
  clearInterval(busy);
  expect(result).toMatchObject({ outcome: "unsure" });
});

test("an aborted check has no result", async () => {
  const { url } = await serveTcp(() => undefined);
  const stop = new AbortController();
  const target = { url, method: "GET", timeout_ms: 60_000, expected_status: [200], keyword: null };
  const running = runCheck(target, { guard, watch, stop: stop.signal });
  stop.abort();
  expect(await running).toMatchObject({ outcome: "stopped" });
});
