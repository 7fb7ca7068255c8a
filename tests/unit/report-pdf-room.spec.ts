import { expect, test } from "@playwright/test";
import { Document } from "@react-pdf/renderer";
import { createElement, type ReactElement } from "react";
import { renderDocument } from "@/server/domains/reports/pdf/documents/render-document";
import { accessibilitySummary, singlePage } from "@/server/domains/reports/pdf/documents/short-report";
import { readReport } from "@/server/domains/reports/pdf/model/report-model";
import { Paragraph } from "@/server/domains/reports/pdf/parts/basics";
import { Sheet } from "@/server/domains/reports/pdf/parts/sheet";
import { renderTagged } from "@/server/domains/reports/pdf/tagging/render-tagged";
import { MARGIN } from "@/server/domains/reports/pdf/theme";
import { hostileReport, longWords, manyRules } from "../support/report/hostile-report";
import { randomReport } from "../support/report/random-report";
import { readPdf } from "../support/report/read-pdf";
import { rounds } from "../support/rounds";

test.describe.configure({ mode: "default" });

const PAYLOADS = rounds("REPORT_PAYLOADS", { usual: 40, promised: 200 });
// Only one in this many files is read as assistive technology reads it, because that takes longer than rendering.
const READ_EVERY = 10;

const pagesOf = (file: Buffer): number => file.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;

for (const [variant, least, most] of [
  ["singlePage", 1, 1],
  ["accessibility", 2, 4],
] as const) {
  test(`the ${variant} variant stays within its page limit with ${PAYLOADS / 2} random payloads [${variant === "singlePage" ? "#25" : "#24"}] @long`, async () => {
    for (let seed = 1; seed <= PAYLOADS / 2; seed += 1) {
      const file = await renderDocument({ variant, data: randomReport(seed) });
      expect(pagesOf(file), `seed ${seed}`).toBeGreaterThanOrEqual(least);
      expect(pagesOf(file), `seed ${seed}`).toBeLessThanOrEqual(most);
      if (seed % READ_EVERY !== 0) continue;
      const facts = await readPdf(file);
      expect(facts, `seed ${seed}`).toMatchObject({ paintedOutside: 0, nestedMarks: 0, orphans: [], overflowing: [] });
      expect(facts.lowestText, `seed ${seed}`).toBeGreaterThan(MARGIN.bottom - 4);
    }
  });
}

const facts = { title: "Room", author: "Curbcut", language: "en-GB", textLanguage: null };
const render = (element: ReactElement<object> | null) =>
  renderTagged((tightness) => (tightness === 0 ? element : null), {
    ...facts,
    footer: { text: "Room", skipPages: 0 },
  });

test("the tightest layout of a short report has room to spare even with the worst data @long", async () => {
  for (const data of [hostileReport(), longWords(), manyRules(), randomReport(7)]) {
    const page = await readPdf(await render(singlePage(readReport(data), "Room", 3)));
    expect(page.pages).toBe(1);
    expect(page.lowestText).toBeGreaterThan(MARGIN.bottom - 4);
    const summary = await readPdf(await render(accessibilitySummary(readReport(data), "Room", 3)));
    expect(summary.pages).toBe(4);
    expect(summary.lowestText).toBeGreaterThan(MARGIN.bottom - 4);
  }
  expect(singlePage(readReport({}), "Room", 4)).toBeNull();
  expect(accessibilitySummary(readReport({}), "Room", 4)).toBeNull();
});

test("a one-page sheet still fits on its page with a hundred times as much content @long", async () => {
  const paragraphs = Array.from({ length: 500 }, (_, key) => createElement(Paragraph, { key }, `Line ${key}`));
  const file = await render(createElement(Document, null, createElement(Sheet, null, paragraphs)));
  expect(pagesOf(file)).toBe(1);
});
