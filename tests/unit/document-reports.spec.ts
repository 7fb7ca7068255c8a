import { expect, test } from "@playwright/test";
import { renderReport } from "@/server/domains/reports/pdf";
import { checkDocument } from "@/server/scanner/document/check-document";
import { sampleReport } from "../support/report/sample-report";

for (const variant of ["full", "accessibility"] as const)
  test(`the report variant ${variant} passes the check for documents @long`, async () => {
    const { problem, pages, findings } = checkDocument(await renderReport({ variant, data: sampleReport() }));
    expect({ problem, clauses: findings.map(({ clause }) => clause) }).toEqual({ problem: null, clauses: [] });
    expect(pages).toBeGreaterThan(0);
  });
