import type { ScannerPort } from "@/server/adapters/scanner";
import { createRemoteScanner } from "@/server/adapters/scanner/remote";
import { newId } from "@/server/core/ids";
import { processWide } from "@/server/core/process-wide";
import { scannerSecret } from "@/server/core/secrets";
import { expect, type SignedIn, test } from "@/tests/support/api";
import { startLocalScanner } from "@/tests/support/local-scanner";
import { serveSite } from "@/tests/support/scanner/serve-site";
import { createShopSite } from "@/tests/support/scanner/shop-site";
import { uniqueSite } from "@/tests/support/scans";

const chosen = processWide<ScannerPort>("scanner");

const steps = [
  { action: "click", element: { role: "button", name: "Order" }, allow: ["pay"] },
  { action: "scan", name: "thanks" },
];

const addWebsite = async (client: SignedIn, url = uniqueSite()): Promise<string> =>
  (await client.post("/api/websites/", { url })).data.id;

test("creates, lists, changes and deletes journeys", async ({ as, db, org_id }) => {
  const website_id = await addWebsite(as("owner"));
  const list = `/api/journeys/?website_id=${website_id}`;
  expect((await as("viewer").get(list)).data).toEqual([]);
  const added = await as("member").post("/api/journeys/", { website_id, name: "Checkout", steps });
  expect(added.status).toBe(201);
  expect(added.data).toMatchObject({ website_id, name: "Checkout", steps });
  expect(added.data.text).toContain("name: Checkout\nsteps:\n  - action: click");
  const path = `/api/journeys/${added.data.id}/`;
  expect((await as("viewer").get(path)).data).toEqual(added.data);
  expect((await as("viewer").get(list)).data).toEqual([added.data]);
  const changed = await as("member").patch(path, { name: "Order" });
  expect(changed.data).toMatchObject({ name: "Order", steps });
  expect(await as("viewer").patch(path, { name: "Mine" })).toFail(403, "forbidden");
  expect(await as("viewer").delete(path)).toFail(403, "forbidden");
  expect((await as("member").delete(path)).data).toEqual({ id: added.data.id });
  expect(await as("owner").get(path)).toFail(404, "not_found");
  const actions = (await db.auditLog.findMany({ where: { org_id } })).map(({ action }) => action);
  for (const verb of ["add", "update", "remove"]) expect.soft(actions).toContain(`website_journey.${verb}`);
});

test("rejects a second journey with the same name, and invalid steps", async ({ as }) => {
  const website_id = await addWebsite(as("owner"));
  const add = (body: object) => as("owner").post("/api/journeys/", { website_id, name: "Search", steps, ...body });
  const { id } = (await add({})).data;
  expect(await add({ name: "SEARCH" })).toFail(409, "conflict");
  const other = (await add({ name: "Other" })).data;
  expect(await as("owner").patch(`/api/journeys/${other.id}/`, { name: "search" })).toFail(409, "conflict");
  expect((await as("owner").patch(`/api/journeys/${id}/`, { name: "SEARCH" })).data.name).toBe("SEARCH");
  expect(await add({ name: "A", steps: [{ action: "go_to", url: "/" }] })).toFail(400, "invalid_input", [
    { path: "steps" },
  ]);
  expect(await add({ name: "A", steps: [{ action: "scan" }] })).toFail(400, "invalid_input", [
    { path: "steps.0.name" },
  ]);
  for (let count = 2; count < 20; count += 1) await add({ name: `Journey ${count}` });
  expect(await add({ name: "One too many" })).toFail(409, "conflict");
});

test("refuses a step whose URL contains a username or password", async ({ as }) => {
  const website_id = await addWebsite(as("owner"));
  const message = "Remove the username and password from the URL.";
  for (const url of ["https://ada:secret@shop.example/", "//ada@shop.example/", "https:ada:secret@shop.example"]) {
    const steps = [
      { action: "go_to", url },
      { action: "scan", name: "start" },
    ];
    const reply = await as("owner").post("/api/journeys/", { website_id, name: "Start", steps });
    expect(reply).toFail(400, "invalid_input", [{ path: "steps.0.url", message }]);
  }
});

test("accepts text of the maximum length, whatever characters it contains", async ({ as }) => {
  const reply = await as("member").post("/api/journeys/read/", { text: "語".repeat(100_000) });
  expect(reply.status).toBe(200);
});

test("reads a journey from text, or says what is wrong and in which line", async ({ as }) => {
  const read = (text: string) => as("member").post("/api/journeys/read/", { text });
  const good = await read("name: Start\nsteps:\n  - action: scan\n    name: start\n");
  expect(good.data).toEqual({
    journey: { name: "Start", steps: [{ action: "scan", name: "start" }] },
    problems: [],
    left_out: [],
    source: "journey",
    text: expect.stringContaining("name: Start"),
  });
  const bad = await read("name: Start\nsteps:\n  - action: scan\n");
  expect(bad.data).toMatchObject({ journey: null, problems: [{ line: 3 }] });
  const permission = "websites.write";
  expect(await as("viewer").post("/api/journeys/read/", { text: "name: Start" })).toFail(403, "forbidden", {
    permission,
  });
});

test("tries a saved and an unsaved journey, and returns the outcome of each step @long", async ({ as, db, org_id }) => {
  const stopScanner = await startLocalScanner();
  const shop = createShopSite();
  const site = await serveSite(() => shop.answers);
  try {
    const website_id = await addWebsite(as("owner"), `${site.origin}/`);
    const add = { action: "click", element: { role: "button", name: "Add to basket" } };
    const journey = { name: "Basket", steps: [add, { action: "scan", name: "basket" }] };
    const { id } = (await as("owner").post("/api/journeys/", { website_id, ...journey })).data;
    const tried = await as("member").post(`/api/journeys/${id}/try/`);
    expect(tried.data).toMatchObject({ outcome: "done", url: `${site.origin}/basket` });
    expect(tried.data.steps.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["done", "done", "done"]);
    expect(shop.posted).toEqual(["POST /basket "]);
    const gone = { action: "click", element: { css: ".gone" }, timeout_seconds: 1 };
    const body = { website_id, name: "New", steps: [gone, { action: "scan", name: "end" }] };
    const failed = await as("member").post("/api/journeys/try/", body);
    expect(failed.data).toMatchObject({ outcome: "failed", steps: [{}, { outcome: "failed" }, {}] });
    expect(failed.data.steps[1].message).toBe("No visible element matches.");
    expect((await as("viewer").get(`/api/journeys/?website_id=${website_id}`)).data).toHaveLength(1);
    const rows = await db.auditLog.findMany({ where: { org_id, action: "website_journey.try" } });
    expect(rows.map(({ target_id }) => target_id).sort()).toEqual([id, website_id].sort());
    const refused = { permission: "websites.write" };
    expect(await as("viewer").post(`/api/journeys/${id}/try/`)).toFail(403, "forbidden", refused);
    expect(await as("viewer").post("/api/journeys/try/", body)).toFail(403, "forbidden", refused);
  } finally {
    await site.close();
    await stopScanner();
  }
});

test("logs a trial before it starts, even if the scanner doesn't respond, but doesn't log a rejected trial", async ({
  as,
  db,
  org_id,
}) => {
  const website_id = await addWebsite(as("owner"));
  const { id } = (await as("owner").post("/api/journeys/", { website_id, name: "Order", steps })).data;
  chosen.value = createRemoteScanner("http://127.0.0.1:9", scannerSecret());
  try {
    const body = { website_id, name: "New", steps };
    expect((await as("owner").post("/api/journeys/try/", body)).status).toBe(400);
    expect((await as("owner").post(`/api/journeys/${newId()}/try/`, { confirmed: true })).status).toBe(404);
    const tries = { where: { org_id, action: "website_journey.try" } };
    expect(await db.auditLog.count(tries)).toBe(0);
    expect(await as("owner").post("/api/journeys/try/", { ...body, confirmed: true })).toFail(503, "unavailable");
    expect(await as("owner").post(`/api/journeys/${id}/try/`, { confirmed: true })).toFail(503, "unavailable");
    const rows = await db.auditLog.findMany({ ...tries, orderBy: { id: "asc" } });
    expect(rows.map(({ target_id }) => target_id)).toEqual([website_id, id]);
  } finally {
    chosen.value = undefined;
  }
});

test("requires the caller's confirmation to try a journey that may change something", async ({ as }) => {
  const website_id = await addWebsite(as("owner"));
  const { id } = (await as("owner").post("/api/journeys/", { website_id, name: "Order", steps })).data;
  const fields = [{ path: "confirmed" }];
  expect(await as("owner").post(`/api/journeys/${id}/try/`)).toFail(400, "invalid_input", fields);
  const body = { website_id, name: "Order", steps, confirmed: false };
  expect(await as("owner").post("/api/journeys/try/", body)).toFail(400, "invalid_input", fields);
});

test("says that the scanner is busy if a trial has waited too long for other trials @long", async ({ as }) => {
  const stopScanner = await startLocalScanner();
  const site = await serveSite(() => createShopSite().answers);
  try {
    const website_id = await addWebsite(as("owner"), `${site.origin}/`);
    const slow = { action: "wait_for_text", text: "Never", timeout_seconds: 30 };
    const body = { website_id, name: "Slow", steps: [slow, { action: "scan", name: "end" }] };
    const attempts = [1, 2, 3].map(() => as("member").post("/api/journeys/try/", body));
    const replies = await Promise.all(attempts);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 503]);
    for (const reply of replies)
      if (reply.status === 200) expect(reply.data).toMatchObject({ outcome: "failed" });
      else {
        expect(reply).toFail(503, "unavailable");
        expect(reply.body?.error?.message).toBe("The scanner is busy. Try again in a minute.");
      }
  } finally {
    await site.close();
    await stopScanner();
  }
});
