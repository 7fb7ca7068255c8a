import { gzipSync } from "node:zlib";
import { expect, test } from "@/tests/support/api";
import { beaconOf, measuredSite } from "@/tests/support/rum";

const text = { "content-type": "text/plain;charset=UTF-8" };

test("a beacon is kept once it is answered with 204, as text or as JSON, with and without the slash [#77]", async ({
  as,
  visitor,
  db,
}) => {
  const site = await measuredSite(as("owner"));
  const origin = { origin: new URL(site.url).origin };
  const body = beaconOf(site, { page: "/a?token=secret#part", reduced_motion: true });
  const reply = await visitor.post("/api/rum/", JSON.stringify(body), { ...text, ...origin });
  expect([reply.status, reply.body]).toEqual([204, null]);
  expect(reply.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(reply.headers.get("access-control-allow-origin")).toBe(origin.origin);
  expect(reply.headers.get("set-cookie")).toBeNull();
  expect((await visitor.post("/api/rum", beaconOf(site))).status).toBe(204);
  const kept = await db.rumEvent.findMany({ where: { website_id: site.id }, orderBy: { id: "asc" } });
  expect(kept).toMatchObject([
    { page: "/a", device: "phone", reduced_motion: true, lcp_ms: 1834.5, inp_ms: 96, cls: 0.0312, fcp_ms: 912 },
    { page: "/shop/", navigation_type: "navigate", reduced_motion: false, ttfb_ms: 310 },
  ]);
});

test("400: every wrong field is named, and something must have been measured", async ({ as, visitor }) => {
  const site = await measuredSite(as("owner"));
  const wrong = {
    page: "shop",
    device: "watch",
    navigation_type: "teleport",
    lcp_ms: -1,
    inp_ms: "fast",
    cls: 1e9,
    fcp_ms: null,
    odd: 1,
  };
  const reply = await visitor.post("/api/rum/", beaconOf(site, wrong));
  expect(reply).toFail(400, "invalid_input");
  const named = ((reply.body?.error?.details ?? []) as { path: string }[]).map(({ path }) => path);
  expect(named.toSorted()).toEqual(Object.keys(wrong).toSorted());
  const { site_key, page, device, navigation_type } = beaconOf(site);
  expect(await visitor.post("/api/rum/", { site_key, page, device, navigation_type })).toFail(400, "invalid_input");
  expect(await visitor.post("/api/rum/", beaconOf(site, { page: "/\0" }))).toFail(400, "invalid_input");
  expect(await visitor.post("/api/rum/", beaconOf(site, { page: "/\ud800" }))).toFail(400, "invalid_input");
  expect(await visitor.post("/api/rum/", beaconOf(site, { page: `/${"x".repeat(500)}` }))).toFail(400, "invalid_input");
});

test("a path of the longest letters there are is kept", async ({ as, visitor }) => {
  const site = await measuredSite(as("owner"));
  const page = `/${"\u{10ffff}".repeat(249)}`;
  expect((await visitor.post("/api/rum/", beaconOf(site, { page }))).status).toBe(204);
});

test("400, 413 and 415: what is no beacon at all", async ({ visitor }) => {
  expect(await visitor.post("/api/rum/", "{", text)).toFail(400, "invalid_json");
  expect(await visitor.post("/api/rum/", "[]", text)).toFail(400, "invalid_input");
  expect(await visitor.post("/api/rum/", { site_key: "x".repeat(10_000) })).toFail(413, "too_large");
  expect(await visitor.post("/api/rum/", "<a/>", { "content-type": "text/html" })).toFail(
    415,
    "unsupported_media_type",
  );
  expect(await visitor.get("/api/rum/")).toFail(405, "method_not_allowed");
  expect((await visitor.get("/api/rum/")).headers.get("allow")).toBe("POST, OPTIONS");
});

test("403: pages of another origin don't report for a site; 404: a key that no site has", async ({ as, visitor }) => {
  const site = await measuredSite(as("owner"), { origins: ["https://shop.example/path", "https://www.shop.example"] });
  const from = (origin: string) => visitor.post("/api/rum/", beaconOf(site), { origin });
  expect((await from("https://shop.example")).status).toBe(204);
  expect((await from("https://www.shop.example")).status).toBe(204);
  for (const origin of ["https://evil.example", "http://shop.example", "https://shop.example:444", "null", ""]) {
    const reply = await from(origin);
    expect(reply, origin).toFail(403, "forbidden");
    expect(reply.headers.get("access-control-allow-origin")).toBeNull();
  }
  expect(await visitor.post("/api/rum/", beaconOf({ site_key: "rum_nobody" }))).toFail(404, "not_found");
});

test("a preflight is answered for any origin, and for this endpoint alone", async ({ visitor }) => {
  const reply = await visitor.send("OPTIONS", "/api/rum/", undefined, { origin: "https://shop.example" });
  expect(reply.status).toBe(204);
  expect(reply.headers.get("access-control-allow-origin")).toBe("*");
  expect(reply.headers.get("access-control-allow-methods")).toBe("POST");
  expect(reply.headers.get("access-control-allow-headers")).toBe("Content-Type");
  const other = await visitor.send("OPTIONS", "/api/rum/summary/", undefined, { origin: "https://shop.example" });
  expect(other.headers.get("access-control-allow-origin")).toBeNull();
});

test("robots, Do Not Track and Global Privacy Control: 204, and nothing is kept", async ({ as, visitor, db }) => {
  const site = await measuredSite(as("owner"));
  const quiet = [
    { dnt: "1" },
    { "sec-gpc": "1" },
    { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" },
    { "user-agent": "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)" },
    { "user-agent": "Mozilla/5.0 (compatible; YandexBot/3.0)" },
    { "user-agent": "Mozilla/5.0 (Macintosh) AppleWebKit/537.36 Chrome/134 Safari/537.36 Chrome-Lighthouse" },
    {
      "user-agent": "Mozilla/5.0 Chrome/147 Safari/537.36 Curbcut/0.1 (accessibility audit; robots.txt name: Curbcut)",
    },
  ];
  for (const headers of quiet) expect((await visitor.post("/api/rum/", beaconOf(site), headers)).status).toBe(204);
  expect(await db.rumEvent.count({ where: { website_id: site.id } })).toBe(0);
  const loud = [
    { dnt: "0" },
    {
      "user-agent": "Mozilla/5.0 (Linux; Android 14; CUBOT NOTE 50) AppleWebKit/537.36 Chrome/140 Mobile Safari/537.36",
    },
    { "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1" },
  ];
  for (const headers of loud) expect((await visitor.post("/api/rum/", beaconOf(site), headers)).status).toBe(204);
  expect(await db.rumEvent.count({ where: { website_id: site.id } })).toBe(loud.length);
});

test("of a sampled site some beacons are kept, of a paused one none", async ({ as, visitor, db }) => {
  const half = await measuredSite(as("owner"), { sample_rate: 0.5 });
  const paused = await measuredSite(as("owner"), { sample_rate: 0 });
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, index) => visitor.post("/api/rum/", beaconOf(index % 2 ? half : paused))),
  );
  expect(replies.every(({ status }) => status === 204)).toBe(true);
  expect(await db.rumEvent.count({ where: { website_id: paused.id } })).toBe(0);
  const kept = await db.rumEvent.count({ where: { website_id: half.id } });
  expect(kept).toBeGreaterThan(15);
  expect(kept).toBeLessThan(85);
});

test("429: an address that floods is held back, and others are not", async ({ as, rest }) => {
  const site = await measuredSite(as("owner"), { sample_rate: 0 });
  const { takeInProcess } = await import("@/server/adapters/limiter");
  const { limits } = await import("@/server/core/limits");
  const { limit, windowSeconds } = limits.beacon;
  const flooder = "10.99.0.1";
  for (let call = 0; call < limit; call += 1)
    await takeInProcess({ name: "beacon:rum.collect", limit, windowSeconds }, flooder);
  const send = (ip: string, body: object) =>
    rest(
      new Request("http://localhost:8000/api/rum/", {
        method: "POST",
        headers: { "content-type": "application/json", "x-client-ip": ip },
        body: JSON.stringify(body),
      }),
    );
  const refused = await send(flooder, beaconOf(site));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await send("10.99.0.2", beaconOf(site))).status).toBe(204);
});

test("a body in gzip is read, an unreadable one refused", async ({ as, rest }) => {
  const site = await measuredSite(as("owner"));
  const send = async (body: Uint8Array<ArrayBuffer>) =>
    (
      await rest(
        new Request("http://localhost:8000/api/rum/", {
          method: "POST",
          headers: { "content-type": "text/plain", "content-encoding": "gzip", "x-client-ip": "10.99.0.3" },
          body,
        }),
      )
    ).status;
  expect(await send(new Uint8Array(gzipSync(JSON.stringify(beaconOf(site)))))).toBe(204);
  expect(await send(new Uint8Array(Buffer.from("no gzip")))).toBe(400);
});
