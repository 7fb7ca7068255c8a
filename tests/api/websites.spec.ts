import { newId } from "@/server/core/ids";
import { expect, test } from "@/tests/support/api";
import { deliver, pageOf, startAuditOf, uniqueSite } from "@/tests/support/scans";

test("creates, gets, lists, updates and deletes a website [#86]", async ({ as }) => {
  const owner = as("owner");
  const added = await owner.post("/api/websites/", { url: "https://WWW.Example.org:443/shop?a=1#top" });
  expect(added.status).toBe(201);
  const { id } = added.data;
  expect(added.data).toEqual({
    id,
    url: "https://www.example.org/shop?a=1",
    name: "www.example.org",
    settings: {},
    effective_settings: {
      ...{
        standard: "wcag22aa",
        max_pages: 100,
        max_documents: 50,
        include: [],
        exclude: [],
        device: "desktop",
        depth: "full",
      },
      ...{ sitemap_url: null, respect_robots: true, lighthouse: false, second_engine: false, allow_code_sharing: true },
      ...{ list_only: false, sample: false, exclude_elements: [], include_rules: [], exclude_rules: [] },
      views: ["narrow", "dark"],
      states: false,
      language: "en-GB",
    },
    plan_limits: null,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updated_at: expect.any(String),
    latest_audit: null,
  });
  expect((await owner.get(`/api/websites/${id}/`)).data).toEqual(added.data);
  expect((await owner.get("/api/websites/")).data).toEqual([added.data]);
  const changed = await owner.patch(`/api/websites/${id}/`, { name: "Shop", settings: { max_pages: 5 } });
  expect(changed.data).toMatchObject({ id, name: "Shop", settings: { max_pages: 5 } });
  expect((await owner.delete(`/api/websites/${id}/`)).data).toEqual({ id });
  expect(await owner.get(`/api/websites/${id}/`)).toFail(404, "not_found");
  expect(await owner.delete(`/api/websites/${id}/`)).toFail(404, "not_found");
  expect((await owner.get("/api/websites/")).data).toEqual([]);
});

test("a setting set to null is cleared", async ({ as }) => {
  const settings = { max_pages: 9, sitemap_url: "https://example.org/map.xml", device: "mobile" };
  const { data } = await as("owner").post("/api/websites/", { url: uniqueSite(), settings });
  const path = `/api/websites/${data.id}/`;
  const changed = await as("owner").patch(path, { settings: { sitemap_url: null, max_pages: null } });
  expect(changed.data.settings).toEqual({ device: "mobile" });
  expect((await as("owner").get(path)).data.settings).toEqual({ device: "mobile" });
});

test("omitted settings keep their values", async ({ as }) => {
  const settings = { max_pages: 9, exclude: ["/private/*"], device: "mobile", respect_robots: false };
  const { data } = await as("owner").post("/api/websites/", { url: uniqueSite(), settings });
  const path = `/api/websites/${data.id}/`;
  await as("owner").patch(path, { settings: { max_pages: 3 } });
  expect((await as("owner").get(path)).data.settings).toEqual({ ...settings, max_pages: 3 });
  await as("owner").patch(path, {});
  expect((await as("owner").get(path)).data.settings).toEqual({ ...settings, max_pages: 3 });
});

test("returns 409 with the existing website for a URL that was already added, however the URL is written", async ({
  as,
}) => {
  const first = await as("owner").post("/api/websites/", { url: "https://once.example" });
  for (const url of [
    "https://once.example/",
    "HTTPS://ONCE.EXAMPLE",
    "https://once.example/#part",
    "https://once.example:443",
  ])
    expect(await as("owner").post("/api/websites/", { url })).toFail(409, "conflict", { website_id: first.data.id });
});

test("simultaneous requests to add the same URL create one website", async ({ as, db, org_id }) => {
  const add = () => as("owner").post("/api/websites/", { url: "https://together.example/" });
  const replies = await Promise.all([add(), add(), add()]);
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(await db.website.count({ where: { org_id } })).toBe(1);
});

test("another organisation can add the same URL", async ({ as, otherOrganisation }) => {
  for (const client of [as("owner"), otherOrganisation().as("owner")])
    expect((await client.post("/api/websites/", { url: "https://shared.example/" })).status).toBe(201);
});

for (const url of [
  "example.org",
  "",
  "ftp://example.org/",
  "javascript:alert(1)",
  "file:///etc/passwd",
  "https://user:secret@example.org/",
  "http://localhost/",
  "http://shop.localhost/",
  "http://127.0.0.1:8080/",
  "http://2130706433/",
  "http://[::ffff:10.0.0.1]/",
  "http://192.168.1.1/",
  "http://169.254.169.254/",
  "http://0.0.0.0/",
  `https://example.org/${"x".repeat(2_000)}`,
])
  test(`rejects the URL ${JSON.stringify(url.slice(0, 40))} and names the field`, async ({ as }) => {
    expect(await as("owner").post("/api/websites/", { url })).toFail(400, "invalid_input", [{ path: "url" }]);
  });

test("rejects invalid settings and names each of them", async ({ as }) => {
  for (const [name, value] of Object.entries({
    max_pages: 0,
    standard: "wcag3",
    device: "watch",
    include: "all",
    sitemap_url: "sitemap.xml",
    respect_robots: "no",
    odd: 1,
  }))
    expect(await as("owner").post("/api/websites/", { url: uniqueSite(), settings: { [name]: value } })).toFail(
      400,
      "invalid_input",
      [{ path: `settings.${name}` }],
    );
  expect(await as("owner").post("/api/websites/", { url: uniqueSite(), name: "  " })).toFail(400, "invalid_input");
});

test("returns a name exactly as it was given", async ({ as }) => {
  const name = `<script>alert("1")</script> 日本 👩‍🦽 ' OR 1=1 --`;
  const { data } = await as("owner").post("/api/websites/", { url: uniqueSite(), name });
  expect((await as("owner").get(`/api/websites/${data.id}/`)).data.name).toBe(name);
});

test("searches websites by name and URL, ignoring case", async ({ as }) => {
  const owner = as("owner");
  const shop = await owner.post("/api/websites/", { url: "https://wares.example/a_b", name: "Corner Shop" });
  await owner.post("/api/websites/", { url: "https://wares.example/axb", name: "Another" });
  const found = async (q: string) =>
    (await owner.get(`/api/websites/?q=${encodeURIComponent(q)}`)).data.map(({ id }: { id: string }) => id);
  expect(await found("corner")).toEqual([shop.data.id]);
  expect(await found("WARES.example/a_B")).toEqual([shop.data.id]);
  expect(await found("wares.example")).toHaveLength(2);
  expect(await found("nowhere")).toEqual([]);
});

test("lists websites oldest first, page by page", async ({ as }) => {
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1)
    ids.push((await as("owner").post("/api/websites/", { url: uniqueSite() })).data.id);
  const seen: string[] = [];
  let cursor = "";
  for (let page = 0; page < 3; page += 1) {
    const reply = await as("viewer").get(`/api/websites/?limit=2${cursor && `&cursor=${cursor}`}`);
    seen.push(...reply.data.map(({ id }: { id: string }) => id));
    cursor = reply.body?.meta.next_cursor ?? "";
  }
  expect(seen).toEqual(ids);
  expect(cursor).toBe("");
});

test("a website includes the status and score of its latest audit", async ({ as, rest }) => {
  const { id, website_id, url } = await startAuditOf(as("owner"));
  const latest = async () => (await as("viewer").get(`/api/websites/${website_id}/`)).data.latest_audit;
  expect(await latest()).toMatchObject({ id, status: "in_progress", score: null, completed_at: null });
  await deliver(rest, id, [pageOf(url)]);
  expect(await latest()).toMatchObject({ id, status: "completed", score: expect.any(Number), pages_missing: 0 });
});

test("deleting a website deletes its audits, results and issues, and nothing else", async ({ as, rest, db }) => {
  const gone = await startAuditOf(as("owner"));
  const kept = await startAuditOf(as("owner"));
  for (const { id, url } of [gone, kept]) await deliver(rest, id, [pageOf(url)]);
  await as("owner").delete(`/api/websites/${gone.website_id}/`);
  const counts = async ({ id, website_id }: typeof gone) => [
    await db.websiteAudit.count({ where: { id } }),
    await db.scanAudit.count({ where: { audit_id: id } }),
    await db.violationNode.count({ where: { audit_id: id } }),
    await db.auditRule.count({ where: { audit_id: id } }),
    await db.issue.count({ where: { website_id } }),
  ];
  expect(await counts(gone)).toEqual([0, 0, 0, 0, 0]);
  expect(await counts(kept)).toEqual([1, 1, 3, 3, 3]);
});

test("deleting a website stops its scan", async ({ as, db }) => {
  const { id, website_id } = await startAuditOf(as("owner"));
  await as("owner").delete(`/api/websites/${website_id}/`);
  const ended = await db.outboxEvent.findMany({ where: { name: "audit/ended" } });
  expect(ended.map(({ data }) => data)).toContainEqual({ audit_id: id });
});

test("the caller's role determines what they can do", async ({ as }) => {
  const { data } = await as("owner").post("/api/websites/", { url: uniqueSite() });
  const path = `/api/websites/${data.id}/`;
  expect((await as("member").patch(path, { name: "By a member" })).status).toBe(200);
  expect(await as("member").delete(path)).toFail(403, "forbidden", { permission: "websites.delete" });
  expect(await as("viewer").patch(path, { name: "x" })).toFail(403, "forbidden", { permission: "websites.write" });
  expect(await as("billing").get(path)).toFail(403, "forbidden", { permission: "websites.read" });
  expect(await as("viewer").get(`/api/websites/${newId()}/`)).toFail(404, "not_found");
});
