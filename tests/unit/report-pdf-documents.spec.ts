import { expect, test } from "@playwright/test";
import { renderDocument } from "@/server/domains/reports/pdf/documents/render-document";
import { ReportData, type ReportVariant } from "@/server/domains/reports/report-data";
import { checkDocument } from "@/server/scanner/document/check-document";
import { readPdf, wholeText } from "../support/report/read-pdf";
import { sampleReport } from "../support/report/sample-report";

const textOf = async (variant: ReportVariant, data: ReportData): Promise<string> =>
  wholeText(await readPdf(await renderDocument({ variant, data }))).replaceAll(/\s+/g, " ");

test("long reports have a section about linked PDFs only if there are any @long", async () => {
  test.slow();
  for (const variant of ["full", "report"] as const) {
    const text = await textOf(variant, sampleReport());
    expect.soft(text, variant).toContain("The pages link to 4 PDFs.");
    expect.soft(text, variant).toContain("1 document wasn't checked.");
    expect
      .soft(text, variant)
      .toMatch(/A figure has neither alternative text nor replacement text\. P Critical .*7\.3-1/);
    expect.soft(text, variant).toContain("3 critical, 14 serious, 1 minor, 1 to review");
    expect.soft(text, variant).toContain("Encrypted");
  }
  expect(await textOf("full", { ...sampleReport(), documents: null })).not.toContain("PDF/UA");
});

test("the PDF of a report with documents passes the check for documents @long", async () => {
  test.slow();
  const file = await renderDocument({ variant: "full", data: sampleReport() });
  expect(checkDocument(file).findings.map(({ clause }) => clause)).toEqual([]);
});

test("ignores the value of `documents` if it isn't about PDFs", () => {
  const data = ReportData.parse({ website: "https://shop.example/", documents: ["a.pdf", { size: 3 }] });
  expect(data.documents).toBeNull();
});
