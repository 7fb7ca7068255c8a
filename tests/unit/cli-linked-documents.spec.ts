import { expect, test } from "@playwright/test";
import { DocumentCollector, summariseDocuments } from "@/scripts/audit/linked-documents";
import type { DocumentReport } from "@/server/scanner/contract";
import { failedPage } from "@/server/scanner/page/scan-page";

const site = "https://a.example";
const page = (path: string, documents: string[]) => ({
  ...failedPage(
    { url: `${site}${path}`, device: "desktop", startedAt: new Date() },
    { code: "timeout", message: "Late." },
  ),
  documents: documents.map((name) => `${site}/${name}.pdf`),
});

const finding = {
  ...{ rule_id: "pdf-figure-alt", clause: "7.3-1", criteria: ["1.1.1"], impact: "critical", outcome: "failed" },
  ...{ message: "A figure has no alternative text.", page: 1, count: 3 },
} as DocumentReport["findings"][number];

const report = (name: string, given: Partial<DocumentReport> = {}): DocumentReport => ({
  ...{
    url: `${site}/${name}.pdf`,
    final_url: `${site}/${name}.pdf`,
    http_status: 200,
    title: null,
    bytes: 10,
    pages: 1,
  },
  ...{ problem: null, findings: [], linked_from: [], ...given },
});

test("lists linked PDFs with their findings, says why some weren't checked, and counts them", () => {
  const collector = new DocumentCollector();
  collector.addPage(page("/", ["flawed", "fine", "later"]));
  collector.addPage(page("/b", ["flawed"]));
  collector.add(report("flawed", { findings: [finding, { ...finding, clause: "7.17-1", outcome: "needs_review" }] }));
  collector.add(report("fine", { linked_from: [`${site}/outside`] }));
  collector.add(report("huge", { problem: "too_large" }));
  const { result } = collector;
  expect(result.documents.map(({ linked_from }) => linked_from.length)).toEqual([2, 2, 0]);
  expect(result.documents_not_checked).toEqual([`${site}/later.pdf`]);
  expect(summariseDocuments(result).slice(1)).toEqual([
    "Linked PDFs (not part of the score; clauses of PDF/UA-1):",
    [
      "  Links  PDF                           Result",
      `  2      ${site}/flawed.pdf  3 failed: 7.3-1`,
      `  2      ${site}/fine.pdf    no failures`,
      `  0      ${site}/huge.pdf    larger than 50 MB`,
    ].join("\n"),
    "  1 PDF wasn't checked.",
  ]);
});

test("prints nothing if no PDF is linked", () => {
  expect(summariseDocuments(new DocumentCollector().result)).toEqual([]);
});
