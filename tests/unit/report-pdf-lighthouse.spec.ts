import { expect, test } from "@playwright/test";
import type { Result } from "lighthouse";
import { renderDocument } from "@/server/domains/reports/pdf/documents/render-document";
import type { ReportData } from "@/server/domains/reports/report-data";
import { readLighthouse } from "@/server/scanner/lighthouse/read-lighthouse";
import { readPdf, wholeText } from "../support/report/read-pdf";
import run from "../support/scanner/lighthouse-run.json" with { type: "json" };

const url = "https://shop.example/";
const textOf = async (lighthouse: ReportData["lighthouse"]): Promise<string> =>
  wholeText(
    await readPdf(await renderDocument({ variant: "full", data: { website: { url }, lighthouse } })),
  ).replaceAll(/\s+/g, " ");

test("the full report has a section with Lighthouse's figures only if there are any @long", async () => {
  test.slow();
  const text = await textOf(readLighthouse(run as unknown as Result, url, "mobile"));
  expect(text).toContain("Lighthouse 13.5.0 loaded only the start page, once, emulating a phone");
  expect(text).toContain("P Accessibility P 75 out of 100");
  expect(text).toContain("P Largest Contentful Paint (LCP) P 952 ms");
  expect(text).toContain("P Buttons do not have an accessible name P Accessibility P failed");
  expect(
    await textOf({ url, error: { code: "timeout", message: "Lighthouse took longer than 90 seconds." } }),
  ).toContain("Not measured. Lighthouse took longer than 90 seconds.");
  expect(await textOf(null)).not.toContain("Lighthouse");
});
