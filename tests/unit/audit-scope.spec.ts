import { expect, test } from "@playwright/test";
import { describeScope } from "@/messages/runtime/audit-scope";
import { readReport } from "@/server/domains/reports/pdf/model/report-model";
import { ReportData } from "@/server/domains/reports/report-data";

const usual = { url_list: null, sample: null, excluded: null, rules: null };

test("returns no description for an audit of all pages with all rules", () => {
  expect(describeScope(usual)).toEqual([]);
});

test("describes the URL list, what was left out and the choice of rules", () => {
  const groups = Array.from({ length: 12 }, (_, at) => ({ name: `Group ${at}`, urls: 1, pages: at }));
  const scope = {
    url_list: { urls: 13, list_only: true, groups: [{ name: null, urls: 1, pages: 0 }, ...groups] },
    sample: null,
    excluded: { selectors: ["#chat"], elements: 3, findings: 1, pages: 2 },
    rules: { include: ["image-alt"], exclude: ["label", "list"] },
  };
  const sentences = describeScope(scope);
  expect(sentences[0]).toBe("The audit was limited to the 13 URLs in the website's URL list.");
  expect(sentences[1]).toMatch(/^Page groups: Group 0 \(0 pages\), Group 1 \(1 page\), .+ and 2 more\.$/);
  expect(sentences.slice(2)).toEqual([
    "3 elements were excluded from the findings, on 2 pages (selectors: #chat). 1 finding was left out.",
    "Only these rules ran: image-alt.",
    "These rules didn't run: label and list.",
  ]);
  const report = (data: unknown) => readReport(ReportData.parse({ website: { name: "A" }, audit: { scope: data } }));
  expect(report(scope).scope).toEqual(sentences);
  expect(report("nothing like it").scope).toEqual([]);
});
