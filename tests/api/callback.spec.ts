import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { getStore } from "@/server/adapters/store";
import { newId } from "@/server/core/ids";
import { scannerSecret } from "@/server/core/secrets";
import { SIGNATURE_HEADER, signScannerBody } from "@/server/scanner/contract";
import { expect, test } from "@/tests/support/api";
import { emailsTo } from "@/tests/support/mailbox";
import { axeOf, deliver, failedPage, pageOf, postCallback, startAuditOf } from "@/tests/support/scans";

const audit = (id: string) => `/api/website-audit/${id}/`;

const storedPagesOf = (auditId: string): number => {
  const files = readdirSync(getStore().location, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const mark = `audits/${auditId}/pages/`;
  return files.filter((file) => readFileSync(join(file.parentPath, file.name)).includes(mark)).length;
};

test("stores the pages and the full JSON of a callback, and completes the audit [#68] [#69] [#93] [#103]", async ({
  as,
  rest,
  db,
}) => {
  const owner = as("owner");
  const { id, url } = await startAuditOf(owner);
  const pages = [pageOf(url), pageOf(`${url}about`)];
  const first = await postCallback(rest, id, { sequence: 1, pages_total: 2, pages: pages.slice(0, 1) });
  expect(first.status).toBe(200);
  expect(first.data).toEqual({ ignored: false });
  expect((await owner.get(audit(id))).data).toMatchObject({ status: "in_progress", pages_done: 1, completed_at: null });
  await postCallback(rest, id, { sequence: 2, pages_total: 2, pages: pages.slice(1) });
  await postCallback(rest, id, { sequence: 3, event: "audit.completed", pages_total: 2 });

  const done = (await owner.get(audit(id))).data;
  expect(done).toMatchObject({ status: "completed", pages_done: 2, pages_failed: 0, pages_total: 2 });
  expect(done.completed_at).not.toBeNull();
  const rows = await db.scanAudit.findMany({ where: { audit_id: id }, orderBy: { id: "asc" } });
  expect(rows.map((row) => row.url)).toEqual(pages.map((page) => page.url));
  for (const [index, row] of rows.entries()) {
    expect(row.result_key).toBe(`audits/${id}/pages/${row.id}.json.gz`);
    const stored = await getStore().get(row.result_key ?? "");
    const full = JSON.parse(gunzipSync(stored ?? Buffer.alloc(0)).toString());
    expect(full).toMatchObject({ url: pages[index]?.url, page_id: row.id, axe: pages[index]?.axe });
  }
  expect((await owner.get(`/api/results/?audit_id=${id}`)).data).toMatchObject({
    counts: { critical: 4, needs_review: 2 },
  });
});

test("counts callbacks that have the same sequence number only once", async ({ as, rest, db }) => {
  const { id, url } = await startAuditOf(as("owner"));
  const body = { sequence: 7, pages_total: 3, pages: [pageOf(url)] };
  const replies = await Promise.all([1, 2, 3].map(() => postCallback(rest, id, body)));
  expect(replies.filter(({ data }) => !data.ignored)).toHaveLength(1);
  expect((await postCallback(rest, id, body)).data).toEqual({ ignored: true });
  expect(await db.scanAudit.count({ where: { audit_id: id } })).toBe(1);
  expect(await db.auditRule.findFirst({ where: { audit_id: id, rule_id: "button-name" } })).toMatchObject({
    failed_nodes: 2,
    failed_pages: 1,
  });
});

test("accepts sequence numbers that start at 0", async ({ as, rest }) => {
  const { id, url } = await startAuditOf(as("owner"));
  expect((await postCallback(rest, id, { sequence: 0, pages: [pageOf(url)] })).data).toEqual({ ignored: false });
  expect((await postCallback(rest, id, { sequence: 0, pages: [pageOf(url)] })).data).toEqual({ ignored: true });
  await postCallback(rest, id, { sequence: 1, event: "audit.completed", pages_total: 1 });
  expect((await as("owner").get(audit(id))).data).toMatchObject({ status: "completed", pages_done: 1 });
});

test("accepts callbacks in any order, even if the audit's end arrives before its pages", async ({ as, rest }) => {
  const owner = as("owner");
  const { id, url } = await startAuditOf(owner);
  await postCallback(rest, id, { sequence: 3, event: "audit.completed", pages_total: 3 });
  expect((await owner.get(audit(id))).data).toMatchObject({ status: "in_progress", phase: "saving" });
  await postCallback(rest, id, { sequence: 2, pages_total: 3, pages: [pageOf(`${url}c`)] });
  expect((await owner.get(audit(id))).data.status).toBe("in_progress");
  await postCallback(rest, id, { sequence: 1, pages_total: 2, pages: [pageOf(url), pageOf(`${url}b`)] });
  expect((await owner.get(audit(id))).data).toMatchObject({ status: "completed", pages_done: 3, pages_total: 3 });
});

test("a late event with an outdated page count does not end the audit early", async ({ as, rest }) => {
  const owner = as("owner");
  const { id, url } = await startAuditOf(owner);
  await postCallback(rest, id, { sequence: 3, event: "audit.completed", pages_total: 3, pages: [pageOf(`${url}c`)] });
  await postCallback(rest, id, { sequence: 1, pages_total: 1, pages: [pageOf(url)] });
  expect((await owner.get(audit(id))).data).toMatchObject({ status: "in_progress", pages_total: 3 });
  await postCallback(rest, id, { sequence: 2, pages_total: 2, pages: [pageOf(`${url}b`)] });
  expect((await owner.get(audit(id))).data).toMatchObject({ status: "completed", pages_done: 3, pages_total: 3 });
});

test("accepts null for anything that a scanner could not determine about a failed page", async ({ as, rest, db }) => {
  const { id, url } = await startAuditOf(as("owner"));
  const unknown = { final_url: null, device: null, started_at: null, duration_ms: null };
  const reply = await postCallback(rest, id, { pages_total: 2, pages: [{ ...failedPage(url), ...unknown }] });
  expect(reply.data).toEqual({ ignored: false });
  expect(await db.scanAudit.findFirst({ where: { audit_id: id } })).toMatchObject({
    final_url: url,
    device: "desktop",
    duration_ms: 0,
  });
});

test("stores the depth to which each page was scanned, or null if it is unknown", async ({ as, rest }) => {
  const { id, url } = await startAuditOf(as("owner"));
  const pages = [
    pageOf(url),
    pageOf(`${url}quick`, { depth: "quick" }),
    { ...pageOf(`${url}other`), depth: "thorough" },
  ];
  await postCallback(rest, id, { pages_total: 3, pages });
  const { data } = await as("owner").get(`/api/results/${id}/pages/`);
  const depths = data.map((page: { final_url: string; depth: string | null }) => [page.final_url, page.depth]);
  expect(new Map(depths)).toEqual(
    new Map([
      [url, "full"],
      [`${url}quick`, "quick"],
      [`${url}other`, null],
    ]),
  );
});

test("counts a page only once when it is sent again with a different sequence number", async ({ as, rest, db }) => {
  const { id, url } = await startAuditOf(as("owner"));
  await postCallback(rest, id, { sequence: 1, pages_total: 2, pages: [pageOf(url), pageOf(url)] });
  await postCallback(rest, id, { sequence: 2, pages_total: 2, pages: [pageOf(url)] }, { attempt: 2 });
  await postCallback(rest, id, { sequence: 1, pages_total: 2, pages: [pageOf(url)] }, { attempt: 2 });
  expect((await as("owner").get(audit(id))).data).toMatchObject({ pages_done: 1, pages_total: 2 });
  expect(await db.violationNode.count({ where: { audit_id: id, outcome: "violation" } })).toBe(2);
  expect((await db.auditRule.findFirst({ where: { audit_id: id, rule_id: "button-name" } }))?.failed_pages).toBe(1);
});

test("a page sent in several simultaneous callbacks is counted and stored only once", async ({ as, rest, db }) => {
  const { id, url } = await startAuditOf(as("owner"));
  await Promise.all(
    [1, 2, 3, 4].map((sequence) => postCallback(rest, id, { sequence, pages_total: 9, pages: [pageOf(url)] })),
  );
  expect((await as("owner").get(audit(id))).data.pages_done).toBe(1);
  expect(await db.scanAudit.count({ where: { audit_id: id } })).toBe(1);
  expect(storedPagesOf(id)).toBe(1);
});

test("ignores callbacks after a cancellation", async ({ as, rest, db }) => {
  const owner = as("owner");
  const { id, url } = await startAuditOf(owner);
  await postCallback(rest, id, { sequence: 1, pages_total: 2, pages: [pageOf(url)] });
  await owner.post(`${audit(id)}cancel/`);
  for (const event of ["pages.completed", "heartbeat", "audit.failed", "audit.completed"] as const) {
    const late = await postCallback(rest, id, { sequence: 2, event, pages_total: 2, pages: [pageOf(`${url}late`)] });
    expect(late.status).toBe(200);
    expect(late.data).toEqual({ ignored: true });
  }
  expect((await owner.get(audit(id))).data).toMatchObject({ status: "cancelled", pages_done: 1 });
  expect(await db.scanAudit.count({ where: { audit_id: id } })).toBe(1);
  expect(await emailsTo((await owner.account()).email)).toEqual([]);
});

test("ignores callbacks after the audit has ended and doesn't change any counts", async ({ as, rest }) => {
  const owner = as("owner");
  const { id, url } = await startAuditOf(owner);
  await deliver(rest, id, [pageOf(url)]);
  const before = (await owner.get(`/api/results/?audit_id=${id}`)).data;
  const late = await postCallback(rest, id, { sequence: 99, pages: [pageOf(`${url}late`)] });
  expect(late.data).toEqual({ ignored: true });
  expect((await owner.get(`/api/results/?audit_id=${id}`)).data).toEqual(before);
});

test("returns 401 and changes nothing for a callback without a valid signature", async ({ as, rest }) => {
  const { id, url } = await startAuditOf(as("owner"));
  const body = { sequence: 1, pages_total: 1, pages: [pageOf(url)] };
  const text = JSON.stringify({ audit_id: id, event: "pages.completed", ...body });
  const secret = "another secret";
  const wrong: Record<string, string> = {
    none: "",
    nonsense: "t=1,v1=00",
    "from another secret": signScannerBody(secret, text),
    "too old": signScannerBody(secret, text, new Date(Date.now() - 301_000)),
    "from the future": signScannerBody(secret, text, new Date(Date.now() + 400_000)),
  };
  for (const [what, signature] of Object.entries(wrong))
    expect(await postCallback(rest, id, body, { headers: { [SIGNATURE_HEADER]: signature } }), what).toFail(
      401,
      "not_authenticated",
    );
  const { access_token } = await as("owner").session();
  const authorised = { [SIGNATURE_HEADER]: "", authorization: `Bearer ${access_token}` };
  expect(await postCallback(rest, id, body, { headers: authorised })).toFail(401, "not_authenticated");
  expect((await as("owner").get(audit(id))).data.pages_done).toBe(0);
});

test("accepts a signature only for the body that was signed, and only for five minutes", async ({ as, rest }) => {
  const { id, url } = await startAuditOf(as("owner"));
  const raw = JSON.stringify({ audit_id: id, sequence: 1, event: "pages.completed", pages: [pageOf(url)] });
  const sign = (body: string, ageSeconds = 0) => ({
    headers: { [SIGNATURE_HEADER]: signScannerBody(scannerSecret(), body, new Date(Date.now() - ageSeconds * 1_000)) },
    raw,
  });
  expect(await postCallback(rest, id, {}, sign(`${raw} `))).toFail(401, "not_authenticated");
  expect(await postCallback(rest, id, {}, sign(raw, 301))).toFail(401, "not_authenticated");
  expect(await postCallback(rest, id, {}, sign(raw, -310))).toFail(401, "not_authenticated");
  expect((await postCallback(rest, id, {}, sign(raw, 280))).data).toEqual({ ignored: false });
});

test("verifies the signature of a gzipped callback against the compressed bytes", async ({ as, rest }) => {
  const { id, url } = await startAuditOf(as("owner"));
  const reply = await postCallback(rest, id, { pages_total: 2, pages: [pageOf(url)] }, { gzip: true });
  expect(reply.data).toEqual({ ignored: false });
  expect((await as("owner").get(audit(id))).data.pages_done).toBe(1);
});

test("returns 413 for a callback over 20 MB, compressed or not", async ({ as, rest }) => {
  const { id } = await startAuditOf(as("owner"));
  const raw = JSON.stringify({ audit_id: id, sequence: 1, event: "heartbeat", pages: [], odd: "x".repeat(20_000_001) });
  expect(await postCallback(rest, id, {}, { raw })).toFail(413, "too_large");
  expect(await postCallback(rest, id, {}, { raw, gzip: true })).toFail(413, "too_large");
});

test("returns 400 and names the invalid field in a callback", async ({ as, rest, visitor }) => {
  const { id, url } = await startAuditOf(as("owner"));
  expect(await postCallback(rest, id, { audit_id: newId() })).toFail(400, "invalid_input", [{ path: "audit_id" }]);
  expect(await postCallback(rest, id, { sequence: -1 })).toFail(400, "invalid_input", [{ path: "sequence" }]);
  expect(await postCallback(rest, id, { pages: [{}] })).toFail(400, "invalid_input", [{ path: "pages.0.url" }]);
  expect(await postCallback(rest, id, { pages: [{ url, axe: { odd: 1 } }] })).toFail(400, "invalid_input", [
    { path: "pages.0.axe" },
  ]);
  expect(await postCallback(rest, id, {}, { raw: "no json" })).toFail(400, "invalid_json");
  expect(await postCallback(rest, id, {}, { attempt: 99_999_999_999 })).toFail(400, "invalid_input", [{ path: "ask" }]);
  expect(await visitor.get(`${audit(id)}callback/`)).toFail(405, "method_not_allowed");
});

test("returns 404 for a callback about an unknown audit", async ({ rest }) => {
  expect(await postCallback(rest, newId(), {})).toFail(404, "not_found");
});

test("a failed page does not fail the audit", async ({ as, rest, db }) => {
  const { id, url } = await startAuditOf(as("owner"));
  await deliver(rest, id, [failedPage(url), pageOf(`${url}b`)]);
  expect((await as("owner").get(audit(id))).data).toMatchObject({
    status: "completed",
    pages_done: 1,
    pages_failed: 1,
  });
  const row = await db.scanAudit.findFirst({ where: { audit_id: id, url } });
  expect(row).toMatchObject({ error_code: "timeout", score_accessibility: null });
});

test("the audit fails when all pages fail, and its owner is notified of the reason", async ({ as, rest }) => {
  const owner = as("owner");
  const { id, url } = await startAuditOf(owner);
  await deliver(rest, id, [failedPage(url, "unreachable"), failedPage(`${url}b`, "timeout")]);
  expect((await owner.get(audit(id))).data).toMatchObject({
    status: "failed",
    error_code: "unreachable",
    error_message: "The page failed: unreachable.",
    scores: { accessibility: null },
  });
  expect(await emailsTo((await owner.account()).email)).toMatchObject([
    {
      template: "scan-failed",
      data: { website_url: url, reason: "The page failed: unreachable.", audit_url: expect.stringContaining(id) },
    },
  ]);
});

test("the audit fails when the website has no pages or the scanner gives up", async ({ as, rest }) => {
  const empty = await startAuditOf(as("owner"));
  await postCallback(rest, empty.id, { event: "audit.completed", pages_total: 0 });
  expect((await as("owner").get(audit(empty.id))).data).toMatchObject({ status: "failed", error_code: "no_pages" });
  const blocked = await startAuditOf(as("owner"));
  const error = { code: "blocked_address", message: "The address is private." };
  await postCallback(rest, blocked.id, { event: "audit.failed", error });
  expect((await as("owner").get(audit(blocked.id))).data).toMatchObject({
    status: "failed",
    error_code: "blocked_address",
  });
});

test("a heartbeat keeps the audit running without counting as a page", async ({ as, rest, db }) => {
  const { id } = await startAuditOf(as("owner"));
  await postCallback(rest, id, { event: "heartbeat", pages_total: 12, phase: "scanning" });
  const row = await db.websiteAudit.findUniqueOrThrow({ where: { id } });
  expect(row).toMatchObject({ pages_total: 12, pages_done: 0, phase: "scanning", status: "in_progress" });
  expect(row.last_contact_at).not.toBeNull();
});

test("returns 404 to the scanner after the audit's website is deleted", async ({ as, rest }) => {
  const { id, website_id, url } = await startAuditOf(as("owner"));
  expect((await as("owner").delete(`/api/websites/${website_id}/`)).status).toBe(200);
  expect(await postCallback(rest, id, { pages: [pageOf(url)] })).toFail(404, "not_found");
});

test("keeps all findings on a page that contains invalid characters", async ({ as, rest }) => {
  const owner = as("owner");
  const { id, url } = await startAuditOf(owner);
  const axe = axeOf([{ rule_id: "button-name", impact: "critical", failed: ["#a\0b", "#half\ud83d"], passed: 1 }]);
  const page = pageOf(url, { title: "Before\0after \ud800 👍", axe });
  const reply = await deliver(rest, id, [page]);
  expect(reply.data).toEqual({ ignored: false });
  const { data } = await owner.get(`/api/results/${id}/issues/`);
  expect(data.map(({ selector }: { selector: string }) => selector)).toEqual(["#ab", "#half\ufffd"]);
  expect((await owner.get(`/api/results/${id}/pages/`)).data[0].title).toBe("Beforeafter \ufffd 👍");
});

test("returns 400 and names any number that is too large for its database column [L8]", async ({ as, rest }) => {
  const { id, url } = await startAuditOf(as("owner"));
  const huge = 2 ** 40;
  const page = pageOf(url);
  const performance = { ...page.performance, weight_bytes: huge };
  for (const [path, body] of [
    ["pages_total", { pages_total: huge }],
    ["sequence", { sequence: 2 ** 60 }],
    ["pages.0.performance.weight_bytes", { pages: [{ ...page, performance }] }],
    ["pages.0.duration_ms", { pages: [{ ...page, duration_ms: huge }] }],
  ] as const) {
    const reply = await postCallback(rest, id, { sequence: 1, ...body } as Parameters<typeof postCallback>[2]);
    expect(reply.status, path).toBe(400);
    expect(JSON.stringify(reply.body)).toContain(path);
  }
  expect((await postCallback(rest, id, { sequence: 1, pages_total: 1, pages: [page] })).status).toBe(200);
});
