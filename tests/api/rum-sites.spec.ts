import { expect, test } from "@/tests/support/api";
import { beaconOf, fromPageOf, measuredSite } from "@/tests/support/rum";

test("creates a RUM site with the website's origin, a key and the snippet for its pages", async ({ as, db }) => {
  const owner = as("member");
  const website = await owner.post("/api/websites/", { url: "https://books.example.org/shop?a=b" });
  const reply = await owner.post("/api/rum/sites/", { website_id: website.data.id });
  expect(reply.status).toBe(201);
  expect(reply.data).toMatchObject({
    id: website.data.id,
    url: website.data.url,
    origins: ["https://books.example.org"],
    sample_rate: 1,
    last_seen_at: null,
    site_key: expect.stringMatching(/^rum_[\w-]{22}$/),
  });
  expect(reply.data.snippet).toBe(
    `<script async src="http://localhost:8000/rum.js" data-site-key="${reply.data.site_key}"></script>`,
  );
  expect(await owner.post("/api/rum/sites/", { website_id: website.data.id })).toFail(409, "conflict");
  const row = await db.auditLog.findFirst({ where: { action: "rum_site.add", target_id: website.data.id } });
  expect(row).not.toBeNull();
});

test("returns 400 for invalid origins and sample rates", async ({ as }) => {
  const { id } = await measuredSite(as("owner"));
  for (const wrong of [
    { origins: [] },
    { origins: ["shop.example"] },
    { origins: ["ftp://shop.example"] },
    { sample_rate: 2 },
    { sample_rate: -0.1 },
    { sample_rate: "1" },
  ])
    expect(await as("owner").patch(`/api/rum/sites/${id}/`, wrong)).toFail(400, "invalid_input");
});

test("lists RUM sites with the time of their latest beacon, and updates and deletes them", async ({
  as,
  visitor,
  db,
}) => {
  const owner = as("owner");
  const site = await measuredSite(owner);
  const other = await measuredSite(owner);
  await visitor.post("/api/rum/", beaconOf(site), fromPageOf(site));
  const first = await as("viewer").get("/api/rum/sites/?limit=1");
  expect(first.data).toMatchObject([{ id: site.id, last_seen_at: expect.stringMatching(/Z$/) }]);
  const second = await as("viewer").get(`/api/rum/sites/?limit=1&cursor=${first.body?.meta.next_cursor}`);
  expect(second.data).toMatchObject([{ id: other.id, last_seen_at: null }]);
  const one = await as("viewer").get(`/api/rum/sites/?website_id=${other.id}`);
  expect(one.data).toMatchObject([{ id: other.id }]);
  expect((await as("viewer").get(`/api/rum/sites/?website_id=${other.id}&cursor=${other.id}`)).data).toEqual([]);
  const changed = await owner.patch(`/api/rum/sites/${site.id}/`, {
    origins: ["https://a.example/x", "https://a.example", "https://b.example:8443"],
    sample_rate: 0.25,
  });
  expect(changed.data).toMatchObject({ origins: ["https://a.example", "https://b.example:8443"], sample_rate: 0.25 });
  expect((await owner.get(`/api/rum/sites/${site.id}/`)).data).toEqual(changed.data);
  expect((await owner.delete(`/api/rum/sites/${site.id}/`)).data).toEqual({ id: site.id });
  expect(await owner.get(`/api/rum/sites/${site.id}/`)).toFail(404, "not_found");
  expect(await db.rumDay.count({ where: { website_id: site.id } })).toBe(0);
});

test("a new key works at once and the old one stops working", async ({ as, visitor }) => {
  const owner = as("owner");
  const site = await measuredSite(owner);
  const { data } = await owner.post(`/api/rum/sites/${site.id}/rotate-key/`, {});
  expect(data.site_key).not.toBe(site.site_key);
  expect(data.snippet).toContain(data.site_key);
  expect((await visitor.post("/api/rum/", beaconOf(data), fromPageOf(data))).status).toBe(204);
  expect(await visitor.post("/api/rum/", beaconOf(site), fromPageOf(site))).toFail(404, "not_found");
});

test("the summary returns 400 for an invalid date or range", async ({ as }) => {
  const { id } = await measuredSite(as("owner"));
  const getSummary = (query: string) => as("viewer").get(`/api/rum/summary/?website_id=${id}${query}`);
  for (const query of [
    "&from=2026-02-30",
    "&from=yesterday",
    "&from=0000-01-01&to=0000-01-02",
    "&from=1999-12-31&to=2000-01-02",
    "&from=2026-02-02&to=2026-02-01",
    "&from=2020-01-01&to=2026-01-01",
    "&to=2026-01-01T00:00:00Z",
    "&device=watch",
    "&page=",
    "&odd=1",
  ])
    expect(await getSummary(query), query).toFail(400, "invalid_input");
  const edge = await getSummary("&from=9999-12-30&to=9999-12-31");
  expect(edge.data).toMatchObject({ from: "9999-12-30", to: "9999-12-31", overall: { beacons: 0 }, pages: [] });
});
