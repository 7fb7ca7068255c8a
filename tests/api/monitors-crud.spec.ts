import { newId } from "@/server/core/ids";
import { expect, test } from "@/tests/support/api";
import { configure } from "@/tests/support/configure";

const url = "https://www.example.org/";
const path = (id: string, part = ""): string => `/api/monitors/${id}/${part}`;

test("creates, gets, lists, updates and deletes a monitor [#76] [#96]", async ({ as, db }) => {
  const owner = as("owner");
  const added = await owner.post("/api/monitors/", { url: "https://WWW.Example.org:443#top" });
  expect(added.status).toBe(201);
  const { id } = added.data;
  expect(added.data).toEqual({
    ...{ id, url, website_id: null, name: "www.example.org", method: "GET", interval_seconds: 60 },
    ...{ timeout_ms: 10_000, expected_status: [200], keyword: null, retries: 2, channels: ["mail"] },
    ...{ paused: false, status: "pending", in_maintenance: false, failures_in_row: 0 },
    ...{ last_checked_at: null, last_response_ms: null, last_error: null },
    ...{ certificate_expires_at: null, certificate_days_left: null, uptime_24h: null, uptime_30d: null },
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updated_at: expect.any(String),
  });
  expect(await db.uptimeMonitorSettings.findUnique({ where: { id } })).toMatchObject({ url, interval_seconds: 60 });
  expect((await as("viewer").get(path(id))).data).toEqual(added.data);
  expect((await as("viewer").get("/api/monitors/")).data).toEqual([added.data]);
  const change = {
    ...{ name: "Shop", url: "http://shop.example/", method: "HEAD", interval_seconds: 20, timeout_ms: 500 },
    ...{ expected_status: [200, 204], retries: 0, channels: ["mail", "chat", "webhook"] },
  };
  const changed = await as("member").patch(path(id), change);
  expect(changed.status).toBe(200);
  expect(changed.data).toMatchObject({ ...change, id });
  expect((await owner.delete(path(id))).data).toEqual({ id });
  expect(await owner.get(path(id))).toFail(404, "not_found");
  expect((await owner.get("/api/monitors/")).data).toEqual([]);
});

test("a monitor belongs to one of the organisation's websites and is deleted with that website", async ({ as, db }) => {
  const { data: website } = await as("owner").post("/api/websites/", { url });
  const { data } = await as("owner").post("/api/monitors/", { url, website_id: website.id });
  expect(data.website_id).toBe(website.id);
  await as("owner").post("/api/monitors/", { url });
  const listed = await as("owner").get(`/api/monitors/?website_id=${website.id}`);
  expect(listed.data.map(({ id }: { id: string }) => id)).toEqual([data.id]);
  expect(await as("owner").post("/api/monitors/", { url, website_id: newId() })).toFail(404, "not_found");
  expect((await as("owner").patch(path(data.id), { website_id: null })).data.website_id).toBeNull();
  await as("owner").patch(path(data.id), { website_id: website.id });
  await as("owner").delete(`/api/websites/${website.id}/`);
  expect(await db.uptimeMonitorSettings.findUnique({ where: { id: data.id } })).toBeNull();
});

test("pausing a monitor clears its state and closes its open incident, and resuming it takes effect at once", async ({
  as,
  db,
  org_id,
}) => {
  const countEmails = () => db.emailMessage.count({ where: { template: { startsWith: "uptime" } } });
  const emailsBefore = await countEmails();
  const { data } = await as("owner").post("/api/monitors/", { url });
  await db.uptimeMonitorSettings.update({
    where: { id: data.id },
    data: { status: "down", failures_in_row: 4, last_checked_at: new Date(), last_error: "x" },
  });
  await db.monitorIncident.create({
    data: { id: newId(), org_id, monitor_id: data.id, started_at: new Date(), error: "x" },
  });
  const paused = await as("member").patch(path(data.id), { paused: true });
  expect(paused.data).toMatchObject({ paused: true, status: "pending", failures_in_row: 0, last_error: null });
  const [incident] = (await as("viewer").get(path(data.id, "incidents/"))).data;
  expect(incident).toMatchObject({ ended_at: expect.any(String), error: "x" });
  await as("member").patch(path(data.id), { url: "https://other.example/" });
  const nextCheck = async () =>
    (await db.uptimeMonitorSettings.findUniqueOrThrow({ where: { id: data.id } })).next_check_at.getTime();
  expect(await nextCheck()).toBeGreaterThan(Date.now() + 1e12);
  expect((await as("member").patch(path(data.id), { paused: false })).data.paused).toBe(false);
  expect(await nextCheck()).toBeLessThanOrEqual(Date.now());
  expect(await countEmails()).toBe(emailsBefore);
});

test("renaming a monitor doesn't reset its state", async ({ as, db }) => {
  const { data } = await as("owner").post("/api/monitors/", { url });
  const next_check_at = new Date(Date.now() + 30_000);
  await db.uptimeMonitorSettings.update({ where: { id: data.id }, data: { status: "down", next_check_at } });
  const same = { name: "Shop", url, expected_status: 200, keyword: null, retries: 1, channels: [] };
  expect((await as("member").patch(path(data.id), same)).data).toMatchObject({ name: "Shop", status: "down" });
  expect(await db.uptimeMonitorSettings.findUnique({ where: { id: data.id } })).toMatchObject({ next_check_at });
});

for (const address of [
  "example.org",
  "ftp://example.org/",
  "https://user:secret@example.org/",
  "http://localhost/",
  "http://127.0.0.1:8080/",
  "http://2130706433/",
  "http://0x7f.1/",
  "http://[::ffff:10.0.0.1]/",
  "http://[fe80::1]/",
  "http://192.168.1.1/",
  "http://169.254.169.254/latest/meta-data/",
  "http://0.0.0.0/",
  `https://example.org/${"ü".repeat(400)}`,
])
  test(`rejects the URL ${address.slice(0, 50)} when one is added or updated, and names the field`, async ({ as }) => {
    const fails = [400, "invalid_input", [{ path: "url" }]] as const;
    expect(await as("owner").post("/api/monitors/", { url: address })).toFail(...fails);
    const { data } = await as("owner").post("/api/monitors/", { url });
    expect(await as("owner").patch(path(data.id), { url: address })).toFail(...fails);
  });

test("only private hosts that the operator allows can be monitored", async ({ as }) => {
  configure({ SCAN_PRIVATE_HOSTS: ["127.0.0.1:8080"] });
  expect((await as("owner").post("/api/monitors/", { url: "http://127.0.0.1:8080/" })).status).toBe(201);
  expect(await as("owner").post("/api/monitors/", { url: "http://127.0.0.1:9090/" })).toFail(400, "invalid_input");
  configure({ SCAN_PRIVATE_HOSTS: [] });
});

test("monitors and webhooks can each have their own list of private hosts [L5]", async ({ as }) => {
  configure({ SCAN_PRIVATE_HOSTS: ["127.0.0.1"], MONITOR_PRIVATE_HOSTS: ["127.0.0.2"] });
  const add = (host: string) => as("owner").post("/api/monitors/", { url: `http://${host}:8080/` });
  expect(await add("127.0.0.1")).toFail(400, "invalid_input");
  expect((await add("127.0.0.2")).status).toBe(201);
  configure({ SCAN_PRIVATE_HOSTS: [], MONITOR_PRIVATE_HOSTS: undefined });
});

test("an organisation can have up to 50 monitors for one host [L4] @long", async ({ as }) => {
  const owner = as("owner");
  const add = (host: string, page: number) => owner.post("/api/monitors/", { url: `https://${host}/${page}` });
  for (let page = 0; page < 50; page += 1) expect((await add("crowded.example", page)).status).toBe(201);
  expect(await add("crowded.example", 50)).toFail(409, "conflict", { limit: 50, used: 50 });
  const elsewhere = await add("roomy.example", 0);
  expect(elsewhere.status).toBe(201);
  const moved = await owner.patch(path(elsewhere.data.id), { url: "https://crowded.example/51" });
  expect(moved).toFail(409, "conflict", { limit: 50, used: 50 });
});

test("rejects invalid settings and names each of them", async ({ as }) => {
  const { data } = await as("owner").post("/api/monitors/", { url });
  for (const [name, value] of [
    ["method", "POST"],
    ["interval_seconds", 19],
    ["interval_seconds", 86_401],
    ["interval_seconds", 30.5],
    ["timeout_ms", 60_001],
    ["timeout_ms", "soon"],
    ["expected_status", 99],
    ["expected_status", []],
    ["expected_status", "200"],
    ["keyword", ""],
    ["retries", 11],
    ["retries", -1],
    ["channels", ["sms"]],
    ["channels", "mail"],
    ["name", " "],
    ["website_id", "x"],
    ["paused", "yes"],
    ["odd", 1],
  ] as const) {
    const first = expect.arrayContaining([expect.objectContaining({ path: expect.stringContaining(name) })]);
    expect(await as("owner").post("/api/monitors/", { url, [name]: value }), name).toFail(400, "invalid_input", first);
    expect(await as("owner").patch(path(data.id), { [name]: value }), name).toFail(400, "invalid_input", first);
  }
  const head = { method: "HEAD", keyword: "Welcome" };
  expect(await as("owner").post("/api/monitors/", { url, ...head })).toFail(400, "invalid_input", [
    { path: "keyword" },
  ]);
  await as("owner").patch(path(data.id), { keyword: "Welcome" });
  expect(await as("owner").patch(path(data.id), { method: "HEAD" })).toFail(400, "invalid_input", [
    { path: "keyword" },
  ]);
});

test("limits the number of an organisation's monitors, even when they are created simultaneously", async ({ as }) => {
  configure({ MONITORS_PER_ORGANISATION: 3 });
  const replies = await Promise.all(Array.from({ length: 5 }, () => as("owner").post("/api/monitors/", { url })));
  configure({ MONITORS_PER_ORGANISATION: 1_000 });
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409]);
  for (const reply of replies.filter(({ status }) => status === 409))
    expect(reply).toFail(409, "conflict", { limit: 3, used: 3 });
});

test("the caller's role determines what they can do", async ({ as, otherOrganisation }) => {
  const { data } = await as("member").post("/api/monitors/", { url });
  expect(await as("viewer").post("/api/monitors/", { url })).toFail(403, "forbidden", { permission: "monitors.write" });
  expect(await as("viewer").delete(path(data.id))).toFail(403, "forbidden", { permission: "monitors.write" });
  expect(await as("billing").get(path(data.id))).toFail(403, "forbidden", { permission: "monitors.read" });
  const stranger = otherOrganisation().as("owner");
  for (const part of ["", "checks/", "incidents/", "history/"])
    expect(await stranger.get(path(data.id, part))).toFail(404, "not_found");
  expect(await stranger.patch(path(data.id), { paused: true })).toFail(404, "not_found");
});
