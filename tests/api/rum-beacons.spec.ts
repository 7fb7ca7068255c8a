import { gzipSync } from "node:zlib";
import type { Database } from "@/server/adapters/database";
import { saveCounts } from "@/server/domains/monitoring/rum";
import type { Site } from "@/server/domains/monitoring/rum/contract";
import { expect, test } from "@/tests/support/api";
import { configure } from "@/tests/support/configure";
import { beaconOf, fromPageOf, measuredSite } from "@/tests/support/rum";

const text = { "content-type": "text/plain;charset=UTF-8" };

test("stores a text or JSON beacon and then returns 204, whether or not the URL has a trailing slash [#77]", async ({
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
  expect((await visitor.post("/api/rum", beaconOf(site), origin)).status).toBe(204);
  const kept = await db.rumEvent.findMany({ where: { website_id: site.id }, orderBy: { id: "asc" } });
  expect(kept).toMatchObject([
    { page: "/a", device: "phone", reduced_motion: true, lcp_ms: 1834.5, inp_ms: 96, cls: 0.0312, fcp_ms: 912 },
    { page: "/shop/", navigation_type: "navigate", reduced_motion: false, ttfb_ms: 310 },
  ]);
});

test("returns 400 for a beacon without measurements or with invalid fields, and names every invalid field", async ({
  as,
  visitor,
}) => {
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

test("stores a path of maximum length made up of 4-byte characters", async ({ as, visitor }) => {
  const site = await measuredSite(as("owner"));
  const page = `/${"\u{10ffff}".repeat(249)}`;
  expect((await visitor.post("/api/rum/", beaconOf(site, { page }), fromPageOf(site))).status).toBe(204);
});

test("returns 400, 413 or 415 for a body that isn't a beacon", async ({ visitor }) => {
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

test("returns 403 for a page from another origin and 404 for an unknown key", async ({ as, visitor }) => {
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

test("responds to a CORS preflight from any origin, on this endpoint only", async ({ visitor }) => {
  const reply = await visitor.send("OPTIONS", "/api/rum/", undefined, { origin: "https://shop.example" });
  expect(reply.status).toBe(204);
  expect(reply.headers.get("access-control-allow-origin")).toBe("*");
  expect(reply.headers.get("access-control-allow-methods")).toBe("POST");
  expect(reply.headers.get("access-control-allow-headers")).toBe("Content-Type");
  const other = await visitor.send("OPTIONS", "/api/rum/summary/", undefined, { origin: "https://shop.example" });
  expect(other.headers.get("access-control-allow-origin")).toBeNull();
});

test("returns 204 and stores nothing for bots and for browsers that send Do Not Track or Global Privacy Control", async ({
  as,
  visitor,
  db,
}) => {
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
  const send = (headers: Record<string, string>) =>
    visitor.post("/api/rum/", beaconOf(site), { ...fromPageOf(site), ...headers });
  for (const headers of quiet) expect((await send(headers)).status).toBe(204);
  expect(await db.rumEvent.count({ where: { website_id: site.id } })).toBe(0);
  const loud = [
    { dnt: "0" },
    {
      "user-agent": "Mozilla/5.0 (Linux; Android 14; CUBOT NOTE 50) AppleWebKit/537.36 Chrome/140 Mobile Safari/537.36",
    },
    { "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1" },
  ];
  for (const headers of loud) expect((await send(headers)).status).toBe(204);
  expect(await db.rumEvent.count({ where: { website_id: site.id } })).toBe(loud.length);
});

test("stores some of the beacons from a sampled RUM site and none from a paused one", async ({ as, visitor, db }) => {
  const half = await measuredSite(as("owner"), { sample_rate: 0.5 });
  const paused = await measuredSite(as("owner"), { sample_rate: 0 });
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, index) => {
      const site = index % 2 ? half : paused;
      return visitor.post("/api/rum/", beaconOf(site), fromPageOf(site));
    }),
  );
  expect(replies.every(({ status }) => status === 204)).toBe(true);
  expect(await db.rumEvent.count({ where: { website_id: paused.id } })).toBe(0);
  const kept = await db.rumEvent.count({ where: { website_id: half.id } });
  expect(kept).toBeGreaterThan(15);
  expect(kept).toBeLessThan(85);
});

test("returns 429 to an IP address that sends too many beacons, but not to others", async ({ as, rest }) => {
  const site = await measuredSite(as("owner"), { sample_rate: 0 });
  const { takeInProcess } = await import("@/server/adapters/limiter");
  const { limits } = await import("@/server/core/limits");
  const { limit, windowSeconds } = limits.beacon;
  const flooder = "10.99.0.1";
  const send = (ip: string, body: object) =>
    rest(
      new Request("http://localhost:8000/api/rum/", {
        method: "POST",
        headers: { "content-type": "application/json", "x-client-ip": ip, ...fromPageOf(site) },
        body: JSON.stringify(body),
      }),
    );
  // Stops the clock of the limiter, because calls become allowed again as time passes.
  const { now } = performance;
  const moment = performance.now();
  performance.now = () => moment;
  try {
    const fill = () => takeInProcess({ name: "beacon:rum.collect", limit, windowSeconds }, flooder);
    for (let call = 0; call < limit; call += 1) await fill();
    const refused = await send(flooder, beaconOf(site));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await send("10.99.0.2", beaconOf(site))).status).toBe(204);
  } finally {
    performance.now = now;
  }
});

test("accepts a gzipped body and rejects an unreadable body", async ({ as, rest }) => {
  const site = await measuredSite(as("owner"));
  const send = async (body: Uint8Array<ArrayBuffer>) =>
    (
      await rest(
        new Request("http://localhost:8000/api/rum/", {
          method: "POST",
          headers: {
            "content-type": "text/plain",
            "content-encoding": "gzip",
            "x-client-ip": "10.99.0.3",
            ...fromPageOf(site),
          },
          body,
        }),
      )
    ).status;
  expect(await send(new Uint8Array(gzipSync(JSON.stringify(beaconOf(site)))))).toBe(204);
  expect(await send(new Uint8Array(Buffer.from("no gzip")))).toBe(400);
});

test("rejects a beacon without an origin unless the RUM site allows it [M6]", async ({ as, visitor, db }) => {
  const strict = await measuredSite(as("owner"));
  const reply = await visitor.post("/api/rum/", beaconOf(strict));
  expect(reply).toFail(403, "forbidden", { origin: null });
  expect(await db.rumEvent.count({ where: { website_id: strict.id } })).toBe(0);
  const open = await measuredSite(as("owner"), { allow_missing_origin: true });
  expect((await visitor.post("/api/rum/", beaconOf(open))).status).toBe(204);
  const elsewhere = { origin: "https://evil.example" };
  expect(await visitor.post("/api/rum/", beaconOf(open), elsewhere)).toFail(403, "forbidden", elsewhere);
});

const countsOf = async (db: Database["prisma"], { id }: Pick<Site, "id">) => {
  await saveCounts();
  const [row] = await db.rumCount.findMany({ where: { website_id: id } });
  return { received: Number(row?.received ?? 0), stored: Number(row?.stored ?? 0) };
};

test("stores only a sample of the beacons beyond a website's daily quota, and at most five times the quota in total [M6]", async ({
  as,
  visitor,
  db,
}) => {
  configure({ RUM_BEACONS_PER_DAY: 20 });
  const site = await measuredSite(as("owner"));
  const send = async (count: number) => {
    const replies = await Promise.all(
      Array.from({ length: count }, () => visitor.post("/api/rum/", beaconOf(site), fromPageOf(site))),
    );
    expect(replies.filter(({ status }) => status !== 204)).toEqual([]);
  };
  await send(20);
  expect(await db.rumEvent.count({ where: { website_id: site.id } })).toBe(20);
  await send(380);
  const stored = await db.rumEvent.count({ where: { website_id: site.id } });
  expect(stored).toBeGreaterThan(20);
  // The first 20 are all stored; each later one is stored with a probability of 20 / received, so on average 60 of the
  // other 380 are stored.
  expect(stored).toBeLessThanOrEqual(100);
  expect(await countsOf(db, site)).toEqual({ received: 400, stored });
  const summary = await as("viewer").get(`/api/rum/summary/?website_id=${site.id}`);
  expect(summary.data.stored_share).toBeCloseTo(stored / 400, 4);
  await db.rumCount.updateMany({ where: { website_id: site.id }, data: { received: 1_000_000, stored: 100 } });
  // The process reads the counts of other processes when it next saves its own.
  await send(1);
  await saveCounts();
  const before = await db.rumEvent.count({ where: { website_id: site.id } });
  await send(50);
  expect(await db.rumEvent.count({ where: { website_id: site.id } })).toBe(before);
  configure({ RUM_BEACONS_PER_DAY: 100_000 });
});

test("stores beacons from pages beyond the first 2,000 a day under “other pages” [M6] @long", async ({
  as,
  visitor,
  db,
}) => {
  const site = await measuredSite(as("owner"));
  const pages = Array.from({ length: 2_100 }, (_, index) => `/${index}`);
  for (let first = 0; first < pages.length; first += 300)
    await Promise.all(
      pages
        .slice(first, first + 300)
        .map((page) => visitor.post("/api/rum/", beaconOf(site, { page }), fromPageOf(site))),
    );
  await visitor.post("/api/rum/", beaconOf(site, { page: "/0" }), fromPageOf(site));
  const groups = await db.rumEvent.groupBy({ by: ["page"], where: { website_id: site.id }, _count: true });
  expect(groups).toHaveLength(2_001);
  expect(groups.find(({ page }) => page === "other")?._count).toBe(100);
  expect(groups.find(({ page }) => page === "/0")?._count).toBe(2);
});
