import { expect, test } from "@playwright/test";
import type { Result } from "lighthouse";
import { renderDocument } from "@/server/features/reports/pdf/documents/render-document";
import type { ReportData } from "@/server/features/reports/report-data";
import { readLighthouse } from "@/server/scanner/lighthouse/read-lighthouse";
import { readPdf, wholeText } from "../support/report/read-pdf";
import run from "../support/scanner/lighthouse-run.json" with { type: "json" };

const url = "https://shop.example/";
const textOf = async (lighthouse: ReportData["lighthouse"]): Promise<string> =>
  wholeText(
    await readPdf(await renderDocument({ variant: "full", data: { website: { url }, lighthouse } })),
  ).replaceAll(/\s+/g, " ");

test("the full report has Lighthouse's figures in a section of their own, only when there are some", async () => {
  test.slow();
  const text = await textOf(readLighthouse(run as unknown as Result, url, "mobile"));
  expect(text).toContain("Lighthouse 13.5.0 loaded the start page, and no other, once, as a phone");
  expect(text).toContain("P Accessibility P 75 of 100");
  expect(text).toContain("P Largest Contentful Paint P 952 ms");
  expect(text).toContain("P Buttons do not have an accessible name P Accessibility P failed");
  expect(await textOf({ url, error: { code: "timeout", message: "Lighthouse took more than 90 s." } })).toContain(
    "Not measured. Lighthouse took more than 90 s.",
  );
  expect(await textOf(null)).not.toContain("Lighthouse");
});
