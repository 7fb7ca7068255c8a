import { answerFileUrl, getStore } from "@/server/adapters/store";
import { newId } from "@/server/core/ids";
import { ReportData } from "@/server/domains/reports/contract";
import { expect, test } from "@/tests/support/api";
import { deliver, pageOf, startAuditOf } from "@/tests/support/scans";

test("returns a link, valid for 120 seconds, to a report's data with all pages and metrics [#71] [#112] [#113]", async ({
  as,
  rest,
}) => {
  const owner = as("owner");
  const { id, url } = await startAuditOf(owner);
  await deliver(rest, id, [pageOf(url), pageOf(`${url}b`)]);
  const before = Date.now();
  const reply = await as("viewer").get(`/api/report/?audit_id=${id}&format=json`);
  expect(reply.status).toBe(200);
  const lifetime = (Date.parse(reply.data.expires_at) - before) / 1_000;
  expect(lifetime).toBeGreaterThan(118);
  expect(lifetime).toBeLessThanOrEqual(125);

  const file = await answerFileUrl(new URL(reply.data.url));
  expect(file.headers.get("content-disposition")).toMatch(/accessibility-report-site-[\w-]+\.example\.json/);
  const data = ReportData.parse(await file.json());
  expect(data).toMatchObject({
    website: { url },
    audit: { id, pages_scanned: 2, pages_failed: 0, not_scanned: [] },
    summary: { critical: 4, needs_review: 2, passed: 26 },
    pages: [{ url }, { url: `${url}b` }],
    performance: { aggregate: "p75", pages_measured: 0 },
    seo: { checks: [] },
    quality: { checks: [] },
  });
  expect(data.issues?.[0]).toMatchObject({ rule_id: "button-name", nodes: 4, pages: 2 });
  expect(data.issues?.[0]?.examples?.map(({ page_url }) => page_url)).toEqual([url, `${url}b`]);
  expect(data.criteria).toHaveLength(55);
});

test("a changed or expired link is rejected", async ({ as, rest }) => {
  const { id, url } = await startAuditOf(as("owner"));
  await deliver(rest, id, [pageOf(url)]);
  const link = new URL((await as("owner").get(`/api/report/?audit_id=${id}&format=json`)).data.url);
  const longer = new URL(link);
  longer.searchParams.set("expires", String(Number(link.searchParams.get("expires")) + 1));
  await expect(answerFileUrl(longer)).rejects.toMatchObject({ code: "invalid_signature" });
  const other = new URL(link.href.replace("data.json", "full.pdf"));
  await expect(answerFileUrl(other)).rejects.toMatchObject({ code: "invalid_signature" });
});

test("returns 409 while the audit is running", async ({ as }) => {
  const { id } = await startAuditOf(as("owner"));
  expect(await as("owner").get(`/api/report/?audit_id=${id}`)).toFail(409, "conflict", { audit_id: id });
  expect(await as("owner").post("/api/report/", { audit_id: id })).toFail(409, "conflict", { audit_id: id });
});

test("returns 404 for another organisation's report", async ({ as, rest, otherOrganisation }) => {
  const { id, url } = await startAuditOf(as("owner"));
  await deliver(rest, id, [pageOf(url)]);
  const stranger = otherOrganisation().as("owner");
  expect(await stranger.get(`/api/report/?audit_id=${id}&format=json`)).toFail(404, "not_found");
  expect(await stranger.post("/api/report/", { audit_id: id })).toFail(404, "not_found");
});

test("returns a specific error for each invalid request", async ({ as }) => {
  const owner = as("owner");
  expect(await owner.get("/api/report/")).toFail(400, "invalid_input", [{ path: "audit_id" }]);
  const id = newId();
  expect(await owner.get(`/api/report/?audit_id=${id}&variant=long`)).toFail(400, "invalid_input", [
    { path: "variant" },
  ]);
  expect(await owner.get(`/api/report/?audit_id=${id}&format=doc`)).toFail(400, "invalid_input", [{ path: "format" }]);
  expect(await owner.get(`/api/report/?audit_id=${id}`)).toFail(404, "not_found");
  expect(await owner.post("/api/report/", { audit_id: id, email: "nobody" })).toFail(400, "invalid_input", [
    { path: "email" },
  ]);
});

test("queues a report as a job and creates it later [#89]", async ({ as, rest, db }) => {
  const { id, url } = await startAuditOf(as("owner"));
  await deliver(rest, id, [pageOf(url)]);
  const reply = await as("member").post("/api/report/", {
    audit_id: id,
    variant: "report",
    email: "reader@example.org",
  });
  expect(reply.status).toBe(202);
  expect(reply.data).toEqual({
    jobId: expect.any(String),
    auditId: id,
    status: "queued",
    statusUrl: `http://localhost:8001/api/v1/report/${reply.data.jobId}`,
    downloadUrl: `http://localhost:8001/api/v1/scan/report/download/${id}`,
  });
  const job = await db.reportJob.findUniqueOrThrow({ where: { id: reply.data.jobId } });
  expect(job).toMatchObject({ audit_id: id, variant: "report", email: "reader@example.org", url, data: null });
  const events = await db.outboxEvent.findMany({ where: { name: "report/requested" } });
  expect(events.map(({ data }) => data)).toContainEqual({
    ...{ job_id: reply.data.jobId, audit_id: id },
    ...{ queue: "known", priority: 0 },
  });
  expect(await getStore().head(id)).toBeNull();
});

test("a viewer can read a report but not create one", async ({ as, rest }) => {
  const { id, url } = await startAuditOf(as("owner"));
  await deliver(rest, id, [pageOf(url)]);
  expect((await as("viewer").get(`/api/report/?audit_id=${id}&format=json`)).status).toBe(200);
  expect(await as("viewer").post("/api/report/", { audit_id: id })).toFail(403, "forbidden", {
    permission: "reports.create",
  });
});

test("limits reports to five an hour per email address", async ({ as, rest }) => {
  const { id, url } = await startAuditOf(as("owner"));
  await deliver(rest, id, [pageOf(url)]);
  const email = `${newId()}@example.org`;
  const requestReport = (to: string) => as("owner").post("/api/report/", { audit_id: id, email: to });
  for (let call = 0; call < 5; call += 1) expect((await requestReport(email)).status).toBe(202);
  const refused = await requestReport(email.toUpperCase());
  expect(refused).toFail(429, "rate_limited", { limit: 5, window_seconds: 3_600 });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_000);
});
