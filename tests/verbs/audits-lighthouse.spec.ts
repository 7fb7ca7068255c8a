import { requestScan, resumeAudits } from "@/server/domains/audits";
import { buildReportData } from "@/server/domains/reports/data/build-report-data";
import type { LighthouseResult } from "@/server/scanner/contract";
import { expect, test } from "../support/api";
import { recordScanRequests } from "../support/scanner/attach-silent-scanner";
import { pageOf, postCallback, uniqueSite } from "../support/scans";

const listRequests = recordScanRequests(test);

const wishesOf = (id: string): boolean[] =>
  listRequests()
    .filter(({ audit_id }) => audit_id === id)
    .map(({ options }) => options.lighthouse);

const lighthouseOf = (url: string): LighthouseResult => ({
  url,
  fetched_at: "2026-11-20T09:00:00.000Z",
  device: "desktop",
  lighthouse_version: "13.5.0",
  categories: { performance: 91, accessibility: 75, best_practices: 100, seo: null },
  metrics: { fcp_ms: 802, lcp_ms: 952, tbt_ms: 0, cls: 0.01, speed_index_ms: 802, tti_ms: 952 },
  audits: [
    {
      id: "label",
      title: "No labels",
      description: "Labels.",
      display_value: null,
      score: 0,
      category: "accessibility",
    },
  ],
});

test("requests Lighthouse if a website's settings or an audit's options enable it, and stores its results once", async ({
  as,
  rest,
  db,
}) => {
  const owner = as("owner");
  const url = uniqueSite();
  const website = await owner.post("/api/websites/", { url, settings: { lighthouse: true } });
  expect(website.data.settings).toEqual({ lighthouse: true });
  const { data: audit } = await owner.post("/api/website-audit/", { website_id: website.data.id });
  expect(audit.options.lighthouse).toBe(true);
  await db.websiteAudit.update({ where: { id: audit.id }, data: { scan_requests: 1 } });
  await resumeAudits("scanner");
  expect(wishesOf(audit.id)).toEqual([true]);

  await postCallback(rest, audit.id, { sequence: 1, pages_total: 1, pages: [pageOf(url)] });
  const results = async () => (await owner.get(`/api/results/?audit_id=${audit.id}`)).data.lighthouse;
  expect(await results()).toBeNull();
  const end = { event: "audit.completed", pages_total: 1, lighthouse: lighthouseOf(url) } as const;
  await postCallback(rest, audit.id, { ...end, sequence: 2 });
  await postCallback(rest, audit.id, { ...end, sequence: 3, lighthouse: { ...end.lighthouse, device: "mobile" } });
  expect(await results()).toEqual(end.lighthouse);
  expect((await buildReportData(db, audit.id)).lighthouse).toEqual(end.lighthouse);
  expect((await owner.get(`/api/website-audit/${audit.id}/`)).data.status).toBe("completed");

  const options = { lighthouse: false };
  const without = await owner.post("/api/website-audit/", { website_id: website.data.id, options });
  expect(without.data.options.lighthouse).toBe(false);
});

test("a failed Lighthouse run is reported with its reason and does not fail the audit, and a malformed result is rejected", async ({
  as,
  rest,
}) => {
  const owner = as("owner");
  const url = uniqueSite();
  const { data: audit } = await owner.post("/api/website-audit/", { url, options: { lighthouse: true } });
  const end = { event: "audit.completed" as const, pages_total: 1, pages: [pageOf(url)] };
  const wrong = { ...lighthouseOf(url), categories: { performance: 900 } } as unknown as LighthouseResult;
  expect((await postCallback(rest, audit.id, { ...end, lighthouse: wrong })).status).toBe(400);
  const failed = { url, error: { code: "timeout", message: "Lighthouse took longer than 90 seconds." } };
  expect((await postCallback(rest, audit.id, { ...end, lighthouse: failed })).status).toBe(200);
  const { data } = await owner.get(`/api/results/?audit_id=${audit.id}`);
  expect(data).toMatchObject({ audit: { status: "completed" }, lighthouse: failed });
});

test("a scan repeats an interrupted Lighthouse run, but ends without Lighthouse after a second interruption", async ({
  as,
  rest,
  db,
}) => {
  const url = uniqueSite();
  const { data: audit } = await as("owner").post("/api/website-audit/", { url, options: { lighthouse: true } });
  await db.websiteAudit.update({ where: { id: audit.id }, data: { scan_requests: 1, fruitless_requests: 1 } });
  await requestScan(audit.id);
  await postCallback(rest, audit.id, { sequence: 1, pages_total: 2, pages: [pageOf(url)] });
  await requestScan(audit.id);
  await requestScan(audit.id);
  await postCallback(rest, audit.id, { sequence: 2, pages_total: 2, pages: [pageOf(`${url}b`)] });
  await requestScan(audit.id);
  await requestScan(audit.id);
  expect(wishesOf(audit.id)).toEqual([true, true, true, true, false]);
  await postCallback(rest, audit.id, { sequence: 3, event: "audit.completed", pages_total: 2 });
  const { data } = await as("owner").get(`/api/results/?audit_id=${audit.id}`);
  expect(data).toMatchObject({ audit: { status: "completed", pages_done: 2 }, lighthouse: null });
});
