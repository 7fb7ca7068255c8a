import { getDatabase } from "@/server/adapters/database";
import { answerFileUrl } from "@/server/adapters/store";
import { newId } from "@/server/core/ids";
import { ReportData } from "@/server/domains/reports/report-data";
import type { DocumentFinding, DocumentReport } from "@/server/scanner/contract";
import { expect, test } from "@/tests/support/api";
import { downloadExport } from "@/tests/support/download-export";
import { EarlReport, SarifLog } from "@/tests/support/export-shapes";
import { recordScanRequests } from "@/tests/support/scanner/attach-silent-scanner";
import { pageOf, postCallback, type RunningAudit, startAuditOf } from "@/tests/support/scans";

const requests = recordScanRequests(test);

const noAlternative: DocumentFinding = {
  ...{ rule_id: "pdf-figure-alt", clause: "7.3-1", criteria: ["1.1.1"], impact: "critical", outcome: "failed" },
  ...{ message: "A figure has neither alternative text nor replacement text.", page: 2, count: 3 },
};
const noBookmarks: DocumentFinding = {
  ...{ rule_id: "pdf-bookmarks", clause: "7.17-1", criteria: ["2.4.5"], impact: "moderate", outcome: "needs_review" },
  ...{ message: "A long document has no bookmarks.", page: null, count: 1 },
};

const reportOf = (url: string, given: Partial<DocumentReport> = {}): DocumentReport => ({
  ...{ url, final_url: url, http_status: 200, title: "Price list", bytes: 81_234, pages: 12, problem: null },
  ...{ findings: [noAlternative, noBookmarks], linked_from: [] },
  ...given,
});

const pagesOf = ({ url }: RunningAudit) => [
  pageOf(url, { title: "Start", documents: [`${url}prices.pdf`, `${url}huge.pdf`] }),
  pageOf(`${url}shop`, { title: "Shop", documents: [`${url}prices.pdf`, `${url}later.pdf`] }),
];

const reportsOf = ({ url }: RunningAudit): DocumentReport[] => [
  reportOf(`${url}prices.pdf`, { linked_from: [`${url}outside`] }),
  reportOf(`${url}huge.pdf`, {
    ...{ title: null, bytes: null, pages: null, problem: "too_large", findings: [] },
  }),
];

test("lists linked PDFs with their findings and the pages that link to them, and gives the reason if a PDF can't be checked", async ({
  as,
  rest,
}) => {
  const audit = await startAuditOf(as("owner"));
  const { id, url } = audit;
  await postCallback(rest, id, { sequence: 1, pages_total: 2, pages: pagesOf(audit) });
  await postCallback(rest, id, { sequence: 2, pages_total: 2, documents: reportsOf(audit) });
  await postCallback(rest, id, { sequence: 3, event: "audit.completed", pages_total: 2 });
  const list = await as("viewer").get(`/api/results/${id}/documents/`);
  expect(list.status).toBe(200);
  expect(list.data).toMatchObject({ total: 3, not_checked: 1 });
  const nothing = { critical: 0, serious: 0, moderate: 0, minor: 0, needs_review: 0 };
  expect(list.data.items).toMatchObject([
    {
      ...{ url: `${url}prices.pdf`, title: "Price list", bytes: 81_234, pages: 12, problem: null, linking_pages: 3 },
      counts: { ...nothing, critical: 3, needs_review: 1 },
    },
    { url: `${url}huge.pdf`, problem: "too_large", counts: nothing, linking_pages: 1 },
    { url: `${url}later.pdf`, problem: null, checked_at: null, counts: nothing, linking_pages: 1 },
  ]);
  const [first] = list.data.items;
  const detail = (await as("viewer").get(`/api/results/${id}/documents/${first.id}/`)).data;
  expect(detail).toMatchObject({ ...first, findings: [noAlternative, noBookmarks] });
  expect(detail.linked_from.map(({ url, title }: { url: string; title: string | null }) => [url, title])).toEqual([
    [url, "Start"],
    [`${url}outside`, null],
    [`${url}shop`, "Shop"],
  ]);
  expect(detail.linked_from[1].page_id).toBeNull();
  const searched = (await as("viewer").get(`/api/results/${id}/documents/?q=huge`)).data;
  expect(searched.items).toHaveLength(1);
  const results = (await as("viewer").get(`/api/results/?audit_id=${id}`)).data;
  expect(results.counts.critical).toBe(4);
});

test("paginates documents, and returns 404 for those of another audit or organisation", async ({ as, rest }) => {
  const audit = await startAuditOf(as("owner"));
  const other = await startAuditOf(as("owner"));
  await postCallback(rest, audit.id, { pages_total: 2, pages: pagesOf(audit) });
  const page = await as("owner").get(`/api/results/${audit.id}/documents/?limit=2`);
  expect(page.data.items).toHaveLength(2);
  const last = await as("owner").get(`/api/results/${audit.id}/documents/?cursor=${page.body?.meta.next_cursor}`);
  expect(last.data.items).toHaveLength(1);
  const document_id = page.data.items[0].id;
  for (const path of [`${other.id}/documents/${document_id}`, `${audit.id}/documents/${newId()}`])
    expect((await as("owner").get(`/api/results/${path}/`)).status).toBe(404);
  expect((await as("owner").get(`/api/results/${newId()}/documents/`)).status).toBe(404);
});

test("applies each result once, even if callbacks are repeated or a resumed scan delivers it again", async ({
  as,
  rest,
}) => {
  const audit = await startAuditOf(as("owner"));
  const { id, url } = audit;
  const body = { sequence: 1, pages_total: 2, pages: pagesOf(audit), documents: reportsOf(audit) };
  for (const attempt of [1, 1, 2]) await postCallback(rest, id, body, { attempt });
  const later = reportOf(`${url}prices.pdf`, { title: "Another result", findings: [], linked_from: [url] });
  await postCallback(rest, id, { sequence: 2, pages_total: 2, documents: [later] }, { attempt: 2 });
  const { data } = await as("owner").get(`/api/results/${id}/documents/`);
  expect(data.items).toHaveLength(3);
  expect(data.items[0]).toMatchObject({ title: "Price list", linking_pages: 3, counts: { critical: 3 } });
});

test("ignores an invalid list of a page's documents, and rejects an invalid result", async ({ as, rest }) => {
  const audit = await startAuditOf(as("owner"));
  const [page] = pagesOf(audit);
  const wrong = { ...page, documents: Array.from({ length: 101 }, (_, index) => `${audit.url}${index}.pdf`) };
  expect((await postCallback(rest, audit.id, { pages_total: 1, pages: [wrong] })).status).toBe(200);
  for (const given of [{ bytes: -1 }, { problem: "odd" }, { url: "x".repeat(5_000) }, { url: "javascript:alert(1)" }]) {
    const documents = [{ ...reportOf(`${audit.url}a.pdf`), ...given }] as DocumentReport[];
    expect((await postCallback(rest, audit.id, { sequence: 2, documents })).status).toBe(400);
  }
  expect((await as("owner").get(`/api/results/${audit.id}/documents/`)).data).toMatchObject({ total: 0, items: [] });
});

test("a repeated scan request lists the documents found and those already delivered", async ({ as, rest }) => {
  const { requestScan } = await import("@/server/domains/audits");
  const audit = await startAuditOf(as("owner"));
  const { id, url } = audit;
  const { prisma } = await getDatabase();
  const slot = { slices: 1, slot_since: new Date(), started_at: new Date() };
  await prisma.websiteAudit.update({ where: { id }, data: slot });
  await postCallback(rest, id, { pages_total: 3, pages: pagesOf(audit), documents: reportsOf(audit) });
  await requestScan(id, 1);
  const request = requests().findLast(({ audit_id }) => audit_id === id);
  expect(request?.options).toMatchObject({
    known_documents: [
      { url: `${url}prices.pdf`, pages: 3 },
      { url: `${url}huge.pdf`, pages: 1 },
      { url: `${url}later.pdf`, pages: 1 },
    ],
    skip_documents: [`${url}prices.pdf`, `${url}huge.pdf`],
  });
});

test("the JSON export contains the documents, and deleting the website deletes them", async ({ as, rest }) => {
  const audit = await startAuditOf(as("owner"));
  const { id, url, website_id } = audit;
  const documents = reportsOf(audit);
  await postCallback(rest, id, { event: "audit.completed", pages_total: 2, pages: pagesOf(audit), documents });
  const exported = await (await downloadExport(as("owner"), rest, id, "json")).json();
  expect(exported.documents).toHaveLength(3);
  expect(exported.documents[0]).toMatchObject({
    ...{ url: `${url}prices.pdf`, counts: { critical: 3 }, findings: [noAlternative, noBookmarks] },
    linked_from: [url, `${url}outside`, `${url}shop`],
  });
  const { prisma } = await getDatabase();
  expect(await prisma.auditDocumentLink.count({ where: { document: { audit_id: id } } })).toBe(5);
  expect((await as("owner").delete(`/api/websites/${website_id}/`)).status).toBe(200);
  expect(await prisma.auditDocument.count({ where: { audit_id: id } })).toBe(0);
});

test("the CSV, SARIF and EARL exports contain the findings in documents; SARIF and EARL also list unchecked documents", async ({
  as,
  rest,
}) => {
  const audit = await startAuditOf(as("owner"));
  const { id, url } = audit;
  const documents = reportsOf(audit);
  await postCallback(rest, id, { event: "audit.completed", pages_total: 2, pages: pagesOf(audit), documents });
  const textOf = async (format: string) => (await downloadExport(as("owner"), rest, id, format)).text();
  const [head = "", ...lines] = (await textOf("csv")).trim().split("\r\n");
  const names = head.replace("\uFEFF", "").split(",");
  const rows = lines.map((line) => Object.fromEntries(line.split(/,(?=")/).map((cell, index) => [names[index], cell])));
  expect(rows.filter((row) => row['"document_clause"'] !== '""')).toMatchObject([
    {
      ...{ '"rule_id"': '"pdf-figure-alt"', '"outcome"': '"violation"', '"impact"': '"critical"', '"status"': '""' },
      ...{ '"criteria"': '"1.1.1"', '"page_url"': `"${url}prices.pdf"`, '"page_title"': '"Price list"' },
      ...{ '"document_clause"': '"7.3-1"', '"document_page"': '"2"', '"document_count"': '"3"' },
    },
    { '"outcome"': '"needs_review"', '"document_clause"': '"7.17-1"', '"document_page"': '""' },
  ]);
  const { runs } = SarifLog.parse(JSON.parse(await textOf("sarif")));
  const found = runs[0]?.results.filter(({ ruleId }) => ruleId.startsWith("pdf-")) ?? [];
  expect(found).toMatchObject([
    { ruleId: "pdf-figure-alt/7.3-1", kind: "fail", level: "error", properties: { page: 2, count: 3 } },
    { ruleId: "pdf-bookmarks/7.17-1", kind: "review", level: "none" },
  ]);
  for (const { ruleId, ruleIndex, locations } of found) {
    expect(runs[0]?.tool.driver.rules[ruleIndex ?? -1]?.id).toBe(ruleId);
    expect(locations[0]?.physicalLocation.artifactLocation.uri).toBe(`${url}prices.pdf`);
  }
  const notifications = runs[0]?.invocations[0]?.toolExecutionNotifications ?? [];
  expect(notifications.map(({ message }) => message.text)).toEqual([
    "This document wasn't checked (too_large).",
    "This document wasn't checked.",
  ]);
  const graph = EarlReport.parse(JSON.parse(await textOf("earl")))["@graph"];
  const assertions = graph.flatMap((node) =>
    node["@type"] === "Assertion" && node.subject.endsWith(".pdf") ? [node] : [],
  );
  expect(assertions.map(({ subject, result }) => [subject, result.outcome])).toEqual([
    [`${url}huge.pdf`, "earl:untested"],
    [`${url}later.pdf`, "earl:untested"],
    [`${url}prices.pdf`, "earl:failed"],
    [`${url}prices.pdf`, "earl:cantTell"],
  ]);
  const ids = new Set(graph.map((node) => node["@id"]));
  for (const { subject, test: tested } of assertions) for (const name of [subject, tested]) expect(ids).toContain(name);
});

test("the report's data contains the documents, the most affected first, and their findings by clause", async ({
  as,
  rest,
}) => {
  const audit = await startAuditOf(as("owner"));
  const { id, url } = audit;
  const documents = [...reportsOf(audit), reportOf(`${url}later.pdf`, { findings: [noBookmarks] })];
  await postCallback(rest, id, { event: "audit.completed", pages_total: 2, pages: pagesOf(audit), documents });
  const link = await as("owner").get(`/api/report/?audit_id=${id}&format=json`);
  const data = ReportData.parse(await (await answerFileUrl(new URL(link.data.url))).json());
  expect(data.documents).toMatchObject({ total: 3, not_checked: 1 });
  expect(data.documents?.list.map((one) => [one.url, one.problem, one.counts.critical])).toEqual([
    [`${url}prices.pdf`, null, 3],
    [`${url}later.pdf`, null, 0],
    [`${url}huge.pdf`, "too_large", 0],
  ]);
  expect(data.documents?.clauses).toMatchObject([
    { clause: "7.3-1", documents: 1, criteria: ["1.1.1"] },
    { clause: "7.17-1", documents: 2, outcome: "needs_review" },
  ]);
});

test("max_documents is a setting of websites and audits", async ({ as }) => {
  const owner = as("owner");
  const { data } = await owner.post("/api/websites/", { url: "https://documents.example/" });
  expect(data.effective_settings.max_documents).toBe(50);
  const path = `/api/websites/${data.id}/`;
  const changed = await owner.patch(path, { settings: { max_documents: 0 } });
  expect(changed.data).toMatchObject({ settings: { max_documents: 0 }, effective_settings: { max_documents: 0 } });
  expect((await owner.patch(path, { settings: { max_documents: 1_001 } })).status).toBe(400);
  const restored = await owner.patch(path, { settings: { max_documents: null } });
  expect(restored.data.effective_settings.max_documents).toBe(50);
});
