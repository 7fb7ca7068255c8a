import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createRemoteScanner } from "@/server/adapters/scanner/remote";
import { newId } from "@/server/core/ids";
import { processWide } from "@/server/core/process-wide";
import { scannerSecret } from "@/server/core/secrets";
import { requestScan } from "@/server/domains/audits";
import { ScanRequest, SIGNATURE_HEADER, verifyScannerSignature } from "@/server/scanner/contract";
import { expect, test } from "@/tests/support/api";
import { deliver, failedPage, pageOf, postCallback, startAuditOf, uniqueSite } from "@/tests/support/scans";

test("starting an audit stores it with the status in_progress [#66] [#92] [#101]", async ({ as, db }) => {
  const url = uniqueSite();
  const reply = await as("owner").post("/api/website-audit/", { url });
  expect(reply.status).toBe(201);
  expect(reply.data).toMatchObject({
    status: "in_progress",
    phase: "waiting",
    website_url: url,
    pages_done: 0,
    pages_total: 0,
    scores: { accessibility: null },
    error_code: null,
    completed_at: null,
  });
  const row = await db.websiteAudit.findUniqueOrThrow({ where: { id: reply.data.id } });
  expect(row).toMatchObject({ status: "in_progress", started_by: (await as("owner").account()).id });
});

test("starting an audit stores the event for the job that calls the scanner", async ({ as, db }) => {
  const { id } = await startAuditOf(as("owner"));
  const events = await db.outboxEvent.findMany({ where: { name: "audit/requested" } });
  expect(events.map(({ data }) => data)).toContainEqual({ audit_id: id });
});

test("calls the scanner with the website's URL and a callback URL, in a signed request [#67] [#102]", async ({
  as,
  rest,
}) => {
  const received: { body: string; signature: string | undefined; path: string | undefined }[] = [];
  const scanner = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const signature = request.headers[SIGNATURE_HEADER];
      received.push({ body: Buffer.concat(chunks).toString(), signature: signature?.toString(), path: request.url });
      response.writeHead(202).end();
    });
  });
  await new Promise<void>((resolve) => scanner.listen(0, "127.0.0.1", resolve));
  const { port } = scanner.address() as AddressInfo;
  const chosen = processWide<unknown>("scanner");
  chosen.value = createRemoteScanner(`http://127.0.0.1:${port}`, scannerSecret());
  try {
    const { id, url } = await startAuditOf(as("owner"));
    await requestScan(id);
    const [call] = received;
    expect(call?.path).toBe("/scans");
    expect(verifyScannerSignature(scannerSecret(), call?.body ?? "", call?.signature)).toBe(true);
    const request = ScanRequest.parse(JSON.parse(call?.body ?? ""));
    expect(request).toMatchObject({ audit_id: id, website_url: url });
    const callback = new URL(request.callback_url);
    expect(callback.pathname).toBe(`/api/website-audit/${id}/callback/`);
    expect((await as("owner").get(`/api/website-audit/${id}/`)).data.phase).toBe("discovering");

    await postCallback(rest, id, { pages_total: 2, pages: [pageOf(url)], discovered_urls: [url, `${url}b`] });
    await requestScan(id);
    expect(ScanRequest.parse(JSON.parse(received[1]?.body ?? "")).options).toMatchObject({
      skip_urls: [url],
      known_urls: [url, `${url}b`],
      pages_done: 1,
      first_sequence: 2,
    });
  } finally {
    chosen.value = undefined;
    scanner.close();
  }
});

test("returns 409 with the id of the running audit when a second audit of the website is started", async ({ as }) => {
  const { id, website_id, url } = await startAuditOf(as("owner"));
  for (const body of [{ website_id }, { url }])
    expect(await as("member").post("/api/website-audit/", body)).toFail(409, "conflict", { audit_id: id });
});

test("simultaneous requests to audit the same website create one audit", async ({ as, db }) => {
  const website = await as("owner").post("/api/websites/", { url: uniqueSite() });
  const start = () => as("owner").post("/api/website-audit/", { website_id: website.data.id });
  const replies = await Promise.all([start(), start(), start()]);
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(await db.websiteAudit.count({ where: { website_id: website.data.id } })).toBe(1);
});

test("adds a website for a new URL and uses the existing one for a known URL", async ({ as, db, org_id }) => {
  const url = uniqueSite();
  const website = await as("owner").post("/api/websites/", { url, settings: { max_pages: 7, device: "mobile" } });
  const audit = await as("owner").post("/api/website-audit/", { url, options: { max_pages: 3, depth: "quick" } });
  expect(audit.data).toMatchObject({ website_id: website.data.id, options: { max_pages: 3, depth: "quick" } });
  const usual = {
    ...{ standard: "wcag22aa", max_documents: 50, include: [], exclude: [], sitemap_url: null, respect_robots: true },
  };
  expect(audit.data.effective_options).toEqual({
    ...{ ...usual, max_pages: 3, device: "mobile", depth: "quick" },
    ...{ list_only: false, sample: false, exclude_elements: [], include_rules: [], exclude_rules: [] },
    ...{
      lighthouse: false,
      second_engine: false,
      views: ["narrow", "dark"],
      states: false,
      language: "en-GB",
      allow_code_sharing: true,
    },
  });
  expect(website.data).toMatchObject({
    settings: { device: "mobile" },
    effective_settings: { ...usual, max_pages: 7, depth: "full" },
  });
  expect(await db.website.count({ where: { org_id } })).toBe(1);
});

test("returns a specific error for each invalid start request", async ({ as }) => {
  const owner = as("owner");
  const start = (body: unknown) => owner.post("/api/website-audit/", body);
  expect(await start({})).toFail(400, "invalid_input", [{ path: "website_id" }]);
  expect(await start({ url: uniqueSite(), website_id: newId() })).toFail(400, "invalid_input", [
    { path: "website_id" },
  ]);
  expect(await start({ url: "ftp://example.org/" })).toFail(400, "invalid_input", [{ path: "url" }]);
  expect(await start({ url: uniqueSite(), options: { max_pages: 0, odd: 1 } })).toFail(400, "invalid_input");
  expect(await start({ url: uniqueSite(), options: { depth: "deep" } })).toFail(400, "invalid_input", [
    { path: "options.depth" },
  ]);
  expect(await start({ website_id: newId() })).toFail(404, "not_found");
});

for (const url of [
  "http://127.0.0.1/",
  "http://localhost:3000/",
  "http://[::1]/",
  "http://10.0.0.7/",
  "http://0x7f.1/",
  "http://169.254.169.254/latest/",
])
  test(`rejects ${url}, whose host is private`, async ({ as }) => {
    expect(await as("owner").post("/api/website-audit/", { url })).toFail(400, "invalid_input", [{ path: "url" }]);
  });

test("returns 404 for another organisation's website or audit", async ({ as, otherOrganisation }) => {
  const { id, website_id } = await startAuditOf(as("owner"));
  const stranger = otherOrganisation().as("owner");
  expect(await stranger.post("/api/website-audit/", { website_id })).toFail(404, "not_found");
  expect(await stranger.get(`/api/website-audit/${id}/`)).toFail(404, "not_found");
  expect(await stranger.post(`/api/website-audit/${id}/cancel/`)).toFail(404, "not_found");
  expect(await stranger.get(`/api/website-audit/latest-audit-status/?website_id=${website_id}`)).toFail(
    404,
    "not_found",
  );
  expect(await stranger.get(`/api/website-audit/?website_id=${website_id}`)).toFail(404, "not_found");
  expect((await stranger.get("/api/website-audit/")).data).toEqual([]);
});

test("cancelling twice succeeds; cancelling an ended audit returns 409 [#87]", async ({ as, rest, db }) => {
  const owner = as("owner");
  const running = await startAuditOf(owner);
  for (const _ of [1, 2]) {
    const reply = await owner.post(`/api/website-audit/${running.id}/cancel/`);
    expect(reply.status).toBe(200);
    expect(reply.data).toMatchObject({ id: running.id, status: "cancelled" });
  }
  const ended = await db.outboxEvent.findMany({ where: { name: "audit/ended" } });
  expect(ended.filter(({ data }) => (data as { audit_id: string }).audit_id === running.id)).toHaveLength(1);

  const finished = await startAuditOf(owner);
  await deliver(rest, finished.id, [pageOf(finished.url)]);
  expect(await owner.post(`/api/website-audit/${finished.id}/cancel/`)).toFail(409, "conflict", {
    status: "completed",
  });
});

test("cancelling an audit while the start request to the scanner is in flight still stops the scan", async ({ as }) => {
  const { id } = await startAuditOf(as("owner"));
  const calls: string[] = [];
  const chosen = processWide<unknown>("scanner");
  chosen.value = {
    cancel: async (auditId: string) => void calls.push(`cancel ${auditId}`),
    start: async () => {
      await as("owner").post(`/api/website-audit/${id}/cancel/`);
      calls.push("start");
    },
  };
  try {
    await requestScan(id);
  } finally {
    chosen.value = undefined;
  }
  expect(calls).toEqual(["start", `cancel ${id}`]);
});

test("a website can be audited again after its audit is cancelled", async ({ as }) => {
  const { id, website_id } = await startAuditOf(as("owner"));
  await as("owner").post(`/api/website-audit/${id}/cancel/`);
  expect((await as("owner").post("/api/website-audit/", { website_id })).status).toBe(201);
});

test("reports progress while pages arrive, with an ETag for polling [#110]", async ({ as, rest }) => {
  const { id, website_id, url } = await startAuditOf(as("owner"));
  const path = `/api/website-audit/latest-audit-status/?website_id=${website_id}`;
  const first = await as("viewer").get(path);
  expect(first.data).toEqual({
    audit_id: id,
    status: "in_progress",
    phase: "waiting",
    queue_position: expect.any(Number),
    pages_done: 0,
    pages_failed: 0,
    pages_total: 0,
    percent: 0,
    eta_seconds: null,
  });
  const tag = first.headers.get("etag") ?? "";
  for (let poll = 0; poll < 20; poll += 1)
    expect((await as("viewer").get(path, { "if-none-match": tag })).status).toBe(304);

  await postCallback(rest, id, { pages_total: 4, pages: [pageOf(url), failedPage(`${url}b`)] });
  const second = await as("viewer").get(path, { "if-none-match": tag });
  expect(second.status).toBe(200);
  expect(second.data).toMatchObject({ phase: "scanning", pages_done: 1, pages_failed: 1, pages_total: 4, percent: 50 });
  expect(second.data.eta_seconds).toBeGreaterThanOrEqual(0);
});

test("however slow the scan is, polling returns the same result until the next callback", async ({ as, rest, db }) => {
  const { id, website_id, url } = await startAuditOf(as("owner"));
  await db.websiteAudit.update({ where: { id }, data: { started_at: new Date(Date.now() - 3_600_000) } });
  await postCallback(rest, id, { pages_total: 10_000, pages: [pageOf(url)] });
  const path = `/api/website-audit/latest-audit-status/?website_id=${website_id}`;
  const first = await as("viewer").get(path);
  expect(first.data.eta_seconds).toBeGreaterThan(1_000_000);
  for (let poll = 0; poll < 20; poll += 1)
    expect((await as("viewer").get(path, { "if-none-match": first.headers.get("etag") ?? "" })).status).toBe(304);
});

test("without a website, returns the organisation's latest audit, or 404 if there is none", async ({ as }) => {
  const path = "/api/website-audit/latest-audit-status/";
  expect(await as("owner").get(path)).toFail(404, "not_found");
  await startAuditOf(as("owner"));
  const newest = await startAuditOf(as("owner"));
  expect((await as("owner").get(path)).data.audit_id).toBe(newest.id);
});

test("lists audits newest first, page by page", async ({ as }) => {
  const owner = as("owner");
  const ids: string[] = [];
  for (let index = 0; index < 3; index += 1) ids.unshift((await startAuditOf(owner)).id);
  const first = await owner.get("/api/website-audit/?limit=2");
  expect(first.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
  const second = await owner.get(`/api/website-audit/?limit=2&cursor=${first.body?.meta.next_cursor}`);
  expect(second.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2));
  expect(second.body?.meta.next_cursor).toBeNull();
});

test("lists audits by status, page by page, for one website or all", async ({ as, rest }) => {
  const owner = as("owner");
  const { id, website_id, url } = await startAuditOf(owner);
  await deliver(rest, id, [pageOf(url)]);
  const again = [];
  for (let index = 0; index < 2; index += 1) {
    again.unshift((await owner.post("/api/website-audit/", { website_id })).data.id);
    await owner.post(`/api/website-audit/${again[0]}/cancel/`);
  }
  await startAuditOf(owner);
  const listed = async (query: string) =>
    (await owner.get(`/api/website-audit/?${query}`)).data.map((row: { id: string }) => row.id);
  expect(await listed("status=completed")).toEqual([id]);
  expect(await listed(`status=cancelled&website_id=${website_id}`)).toEqual(again);
  expect(await listed(`status=cancelled&limit=1&cursor=${again[0]}`)).toEqual([again[1]]);
  expect(await listed("status=in_progress")).toHaveLength(1);
  expect(await owner.get("/api/website-audit/?status=done")).toFail(400, "invalid_input", [{ path: "status" }]);
});

test("the user's role determines whether they can start, cancel and view audits [#131]", async ({ as }) => {
  const { id } = await startAuditOf(as("member"));
  expect(await as("viewer").post("/api/website-audit/", { url: uniqueSite() })).toFail(403, "forbidden", {
    permission: "scans.run",
  });
  expect(await as("viewer").post(`/api/website-audit/${id}/cancel/`)).toFail(403, "forbidden");
  expect((await as("viewer").get(`/api/website-audit/${id}/`)).status).toBe(200);
  expect(await as("billing").get(`/api/website-audit/${id}/`)).toFail(403, "forbidden");
});
