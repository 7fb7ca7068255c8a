import { expect, test } from "@playwright/test";
import { renderReport } from "@/server/domains/reports/pdf";
import { checkDocument } from "@/server/scanner/document/check-document";
import { sampleReport } from "../support/report/sample-report";

for (const variant of ["full", "accessibility"] as const)
  test(`the report variant ${variant} has no findings except that it doesn't claim to conform to PDF/UA @long`, async () => {
    const { problem, pages, findings } = checkDocument(await renderReport({ variant, data: sampleReport() }));
    expect({ problem, clauses: findings.map(({ clause }) => clause) }).toEqual({ problem: null, clauses: ["5-1"] });
    expect(pages).toBeGreaterThan(0);
  });
