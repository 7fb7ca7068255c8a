import { newId } from "@/server/core/ids";
import { expect, test } from "@/tests/support/api";
import { configure } from "@/tests/support/configure";
import { makeEndpoint } from "@/tests/support/webhook-receiver";

test.afterEach(() => configure({ SCAN_PRIVATE_HOSTS: [] }));

const address = "https://93.184.215.14/hooks";

test("returns an endpoint's secret when the endpoint is created, but not in later responses", async ({ as, db }) => {
  const owner = as("owner");
  const events = ["monitor.down", "scan.completed", "monitor.down"];
  const added = await owner.post("/api/webhooks/", { url: `${address}#part`, events, description: " Pager " });
  expect(added.status).toBe(201);
  const { secret, ...webhook } = added.data;
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(webhook).toEqual({
    id: expect.any(String),
    url: address,
    description: "Pager",
    events: ["scan.completed", "monitor.down"],
    enabled: true,
    disabled_at: null,
    disabled_reason: null,
    failing_since: null,
    previous_secret_until: null,
    created_at: expect.any(String),
  });
  expect((await as("viewer").get(`/api/webhooks/${webhook.id}/`)).data).toEqual(webhook);
  expect((await as("viewer").get("/api/webhooks/")).data).toEqual([webhook]);
  const row = await db.webhookEndpoint.findUniqueOrThrow({ where: { id: webhook.id } });
  expect(JSON.stringify(row)).not.toContain(secret.slice(6));
  const rotated = (await owner.post(`/api/webhooks/${webhook.id}/rotate-secret/`, {})).data;
  expect(rotated.secret).toMatch(/^whsec_/);
  expect(rotated.secret).not.toBe(secret);
});

test("an update keeps omitted fields, and records that a user disabled the endpoint", async ({ as, org_id }) => {
  const { id } = await makeEndpoint(org_id, address);
  const admin = as("admin");
  const before = (await admin.get(`/api/webhooks/${id}/`)).data;
  const path = `/api/webhooks/${id}/`;
  expect((await admin.patch(path, { description: "New" })).data).toEqual({ ...before, description: "New" });
  const changed = { url: "https://93.184.215.15/", events: ["issue.found"], description: null };
  expect((await admin.patch(path, changed)).data).toEqual({ ...before, ...changed });
  const disabled = (await admin.patch(path, { enabled: false })).data;
  expect(disabled).toMatchObject({ enabled: false, disabled_reason: "by_hand", disabled_at: expect.any(String) });
  expect((await admin.patch(path, { enabled: false })).data).toEqual(disabled);
  expect((await admin.patch(path, { enabled: true })).data).toMatchObject({ enabled: true, disabled_reason: null });
  expect((await admin.delete(path)).data).toEqual({ id });
  expect(await admin.get(path)).toFail(404, "not_found");
});

const privateOnes = [
  "https://127.0.0.1/",
  "https://2130706433/",
  "https://0x7f.1/",
  "https://localhost/",
  "https://localhost./",
  "https://[::1]/",
  "https://[::ffff:169.254.169.254]/",
  "https://10.0.0.8:8443/",
  "https://0.0.0.0/",
  "http://169.254.169.254/latest/meta-data",
];

test("returns 400 for a URL with a private host, credentials or a protocol other than https", async ({
  as,
  org_id,
}) => {
  const owner = as("owner");
  const { id } = await makeEndpoint(org_id, address);
  const refusal = async (url: string) => {
    const added = await owner.post("/api/webhooks/", { url, events: ["scan.failed"] });
    expect(added, url).toFail(400, "invalid_input");
    const changed = await owner.patch(`/api/webhooks/${id}/`, { url });
    expect(changed.body?.error, url).toEqual(added.body?.error);
    return ((added.body?.error?.details ?? []) as { path: string; message: string }[])[0];
  };
  const message = "This host is on a private network. The operator can allow it in SCAN_PRIVATE_HOSTS.";
  for (const url of privateOnes) expect(await refusal(url), url).toEqual({ path: "url", message });
  expect((await refusal("http://93.184.215.14/"))?.message).toMatch(/^Use https/);
  for (const url of ["ftp://93.184.215.14/", "javascript:alert(1)", "https://me:pass@93.184.215.14/", "", "/hooks"])
    expect((await refusal(url))?.path, url).toBe("url");
  expect((await owner.get(`/api/webhooks/${id}/`)).data.url).toBe(address);
});

test("hosts that the operator allows can be private and use http, and hosts that don't resolve are accepted", async ({
  as,
}) => {
  configure({ SCAN_PRIVATE_HOSTS: ["10.0.0.0/8"] });
  const add = async (url: string) =>
    (await as("owner").post("/api/webhooks/", { url, events: ["scan.failed"] })).status;
  expect(await add("http://10.0.0.8:3000/hooks")).toBe(201);
  expect(await add("https://10.0.0.8/")).toBe(201);
  expect(await add("http://11.0.0.8/")).toBe(400);
  expect(await add("https://no-such-host.invalid/")).toBe(201);
  expect(await add("http://no-such-host.invalid/")).toBe(400);
});

test("returns 400 unless at least one known event is selected", async ({ as }) => {
  const add = (given: object) => as("owner").post("/api/webhooks/", { url: address, ...given });
  for (const given of [{}, { events: [] }, { events: ["scan.exploded"] }, { events: "scan.failed" }])
    expect(await add(given)).toFail(400, "invalid_input");
  expect(await add({ events: ["scan.failed"], description: "a\u0007b" })).toFail(400, "invalid_input");
});

test("returns 409 beyond 20 endpoints per organisation, even for simultaneous calls", async ({ as, org_id }) => {
  for (let count = 0; count < 18; count += 1) await makeEndpoint(org_id, address);
  const add = () => as("owner").post("/api/webhooks/", { url: address, events: ["scan.failed"] });
  const replies = await Promise.all([add(), add(), add(), add()]);
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
  for (const reply of replies.filter(({ status }) => status === 409))
    expect(reply).toFail(409, "conflict", { limit: 20, used: 20 });
  const first = await as("viewer").get("/api/webhooks/?limit=15");
  const second = await as("viewer").get(`/api/webhooks/?limit=15&cursor=${first.body?.meta.next_cursor}`);
  expect(new Set([...first.data, ...second.data].map(({ id }: { id: string }) => id)).size).toBe(20);
  expect(second.body?.meta.next_cursor).toBeNull();
});

test("disabled endpoints count towards the limit of 20", async ({ as, db, org_id }) => {
  for (let count = 0; count < 20; count += 1) await makeEndpoint(org_id, address);
  await db.webhookEndpoint.updateMany({ where: { org_id }, data: { disabled_at: new Date() } });
  const reply = await as("owner").post("/api/webhooks/", { url: address, events: ["scan.failed"] });
  expect(reply).toFail(409, "conflict", { limit: 20, used: 20 });
});

test("lists deliveries by status, newest first, and gets one with its payload and responses", async ({
  as,
  db,
  org_id,
}) => {
  const { id } = await makeEndpoint(org_id, address);
  const other = await makeEndpoint(org_id, address);
  const payload = { type: "scan.failed", timestamp: "2026-11-20T09:00:00.000Z", data: { audit_id: "a" } };
  const tries = [
    {
      at: "2026-11-20T09:00:01.000Z",
      http_status: 500,
      response_ms: 12,
      error: "The endpoint returned 500.",
      answer: "oh",
    },
  ];
  const ids: string[] = [];
  for (const status of ["delivered", "failed", "pending"] as const) {
    const row = { id: newId(), endpoint_id: id, event_id: newId(), type: "scan.failed", payload, tries, status };
    ids.push((await db.webhookDelivery.create({ data: { ...row, attempts: 1 } })).id);
  }
  const viewer = as("viewer");
  const list = async (query: string) =>
    (await viewer.get(`/api/webhooks/${id}/deliveries/${query}`)).data.map((one: { id: string }) => one.id);
  expect(await list("")).toEqual(ids.toReversed());
  expect(await list("?status=failed")).toEqual([ids[1]]);
  expect(await list(`?limit=1&cursor=${ids[2]}`)).toEqual([ids[1]]);
  expect(await viewer.get(`/api/webhooks/${id}/deliveries/?status=lost`)).toFail(400, "invalid_input");
  const one = (await viewer.get(`/api/webhooks/${id}/deliveries/${ids[1]}/`)).data;
  expect(one).toMatchObject({ id: ids[1], status: "failed", attempts: 1, payload, tries });
  expect(await viewer.get(`/api/webhooks/${other.id}/deliveries/${ids[1]}/`)).toFail(404, "not_found");
  const again = (webhook: string) => as("owner").post(`/api/webhooks/${webhook}/deliveries/${ids[1]}/redeliver/`, {});
  expect(await again(other.id)).toFail(404, "not_found");
  await db.webhookEndpoint.update({ where: { id }, data: { disabled_at: new Date() } });
  expect(await again(id)).toFail(409, "conflict");
  await as("owner").patch(`/api/webhooks/${id}/`, { enabled: true });
  expect(await again(id)).toMatchObject({ status: 202, data: { id: ids[1], status: "pending" } });
  const log = (await as("owner").get("/api/audit-log/?action=webhook")).data;
  expect(log).toMatchObject([
    { action: "webhook.redeliver", target: { id: ids[1], name: address } },
    { action: "webhook.change", target: { id, name: address } },
  ]);
});
