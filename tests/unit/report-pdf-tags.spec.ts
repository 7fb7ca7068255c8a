import { expect, test } from "@playwright/test";
import { renderDocument } from "@/server/domains/reports/pdf/documents/render-document";
import { ReportVariant } from "@/server/domains/reports/report-data";
import { longUnless } from "../support/long";
import { type PdfFacts, readingOrder, readPdf, wholeText } from "../support/report/read-pdf";
import { readRawPdf } from "../support/report/read-raw-pdf";
import { sampleReport } from "../support/report/sample-report";

// Run this file in one process, so that its tests share the documents.
test.describe.configure({ mode: "default" });

const readVariant = async (variant: ReportVariant) => {
  const file = await renderDocument({ variant, data: sampleReport(), compress: false });
  return { facts: await readPdf(file), raw: readRawPdf(file) };
};
const read = new Map<ReportVariant, ReturnType<typeof readVariant>>();

// Each variant is rendered once per process, because rendering takes seconds.
const readOnce = (variant: ReportVariant) => {
  const known = read.get(variant) ?? readVariant(variant);
  read.set(variant, known);
  return known;
};

const expectSoundTags = (facts: PdfFacts) => {
  expect(facts.painted).toBeGreaterThan(50);
  expect(facts).toMatchObject({
    paintedOutside: 0,
    nestedMarks: 0,
    orphans: [],
    figuresWithoutAlt: 0,
    overflowing: [],
  });
  expect(facts).toMatchObject({ marked: true, displaysTitle: true, language: "en-GB" });
  for (const link of facts.links) {
    expect(link.contents).not.toBe("");
    expect(link.hasStructParent).toBe(true);
  }
};

for (const variant of ReportVariant.options) {
  test(`${variant}: all content is tagged or an artifact, and figures, links and header cells are described${longUnless(variant === "report")}`, async () => {
    const { facts, raw } = await readOnce(variant);
    expectSoundTags(facts);
    expect(facts.title).toMatch(/: The Teapot Shop, 20 November 2026$/);
    expect(raw.headerCellsWithScope).toBe(raw.headerCells);
    expect(raw).toMatchObject({ misplacedLinks: 0, fontsNotEmbedded: [], claimsConformance: true });
    expect(raw.fonts.join()).not.toContain("Helvetica");
    expect(wholeText(facts)).not.toMatch(/\b(compliant|compliance|certified|simply|just|100% accessible)\b/i);
  });
}

test("each figure states where it is on its A4 page, and each list states how its items are numbered @long", async () => {
  const { raw } = await readOnce("full");
  expect(raw.figures).toBeGreaterThan(4);
  expect(raw.figureBoxes).toHaveLength(raw.figures);
  for (const [left = 0, bottom = 0, right = 0, top = 0] of raw.figureBoxes) {
    expect(right - left).toBeGreaterThan(10);
    expect(top - bottom).toBeGreaterThan(10);
    expect(Math.min(left, bottom)).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(595.28);
    expect(top).toBeLessThanOrEqual(841.89);
  }
  expect(raw.listNumberings).toHaveLength(raw.lists);
  expect(new Set(raw.listNumberings)).toEqual(new Set(["None", "Decimal", "Disc"]));
});

test("the full variant is read in the order of its sections [#22] @long", async () => {
  const { facts } = await readOnce("full");
  const headings = readingOrder(facts).filter((line) => /^H[12] /.test(line));
  expect(headings).toEqual([
    "H1 Website audit report",
    "H2 Summary",
    "H2 Contents",
    "H2 1 Scores and what they mean",
    "H2 2 What to fix first",
    "H2 3 Findings",
    "H2 4 Pages",
    "H2 5 Documents",
    "H2 6 Performance",
    "H2 7 Search engine optimisation (SEO)",
    "H2 8 Quality",
    "H2 9 Criteria coverage",
    "H2 10 Method and limits",
    "H2 Appendix: more elements",
  ]);
  expect(facts.bookmarks.map(({ title }) => title)).toEqual(headings.map((line) => line.slice(3)));
  expect(facts.bookmarks.find(({ title }) => title === "3 Findings")?.children).toHaveLength(9);
});

test("the report variant starts with what to fix, and shows some of each rule's elements and their total number", async () => {
  const { facts } = await readOnce("report");
  const lines = readingOrder(facts);
  expect(lines.filter((line) => /^H[12] /.test(line))).toEqual([
    "H1 Accessibility report",
    "H2 Summary",
    "H2 Contents",
    "H2 1 What to fix first",
    "H2 2 Findings",
    "H2 3 Pages",
    "H2 4 Documents",
    "H2 5 Criteria coverage",
    "H2 6 Scores and what they mean",
    "H2 7 Method and limits",
  ]);
  expect(lines).toContain("P 1 of 128 elements shown.");
  expect(facts.pages).toBeLessThanOrEqual(15);
});

test("a finding states who is affected, why it matters and how to fix it, then links to its criterion and shows its code @long", async () => {
  const { facts } = await readOnce("full");
  const lines = readingOrder(facts);
  const start = lines.indexOf("H3 1. Images must have alternative text");
  expect(lines.slice(start, start + 18)).toEqual([
    "H3 1. Images must have alternative text",
    "P Critical",
    "P 128 elements on 31 of 40 pages · small change",
    "H4 Who is affected",
    "P People who can't see the images miss the information in them.",
    "H4 Why it matters",
    "P Screen readers read out an image's alternative text. Without it, they read the file name or nothing, and the information is lost.",
    "H4 How to fix it",
    'P Give each image an alt attribute that briefly says what the image conveys. If the image is only decorative, leave the attribute empty: alt="".',
    "H4 Criterion",
    "Link WCAG 1.1.1 Non-text Content (level A)",
    "Link About the rule image-alt",
    expect.stringMatching(/^P This rule was right in \d+ of \d+ labelled cases\.$/),
    "H4 Example",
    "P Page",
    "Span /catalogue/category-0/product-0?variant=blue",
    "P Element",
    "Span main > ul.products > li:nth-child(4) > a > img",
  ]);
  expect(facts.links.map(({ target }) => target)).toContain(
    "https://www.w3.org/WAI/WCAG22/Understanding/non-text-content",
  );
});

test("the table of contents states the page number of each section and links to the section", async () => {
  const { facts } = await readOnce("full");
  const pageOf = (heading: string) =>
    facts.texts.find(({ path, text }) => path.at(-1) === "H2" && text === heading)?.page;
  const lines = facts.texts.filter(({ path }) => path.includes("TOC")).map(({ text }) => text);
  for (const section of ["4 Pages", "9 Criteria coverage"]) {
    expect(lines[lines.indexOf(section) + 1]).toBe(String(pageOf(section.replace(" ", "  ")) ?? pageOf(section)));
  }
  expect(facts.links.filter(({ target }) => target.startsWith("#")).length).toBeGreaterThanOrEqual(lines.length / 2);
});

test("a table is read row by row, and its repeated header is an artifact", async () => {
  const { facts } = await readOnce("full");
  const rows = readingOrder(facts);
  const start = rows.indexOf("P 1.1.1 Non-text Content");
  expect(rows.slice(start, start + 4)).toEqual([
    "P 1.1.1 Non-text Content",
    "P A",
    "P Failed",
    "P 1.2.1 Audio-only and Video-only (Prerecorded)",
  ]);
  const others = facts.artifactTexts.filter(
    (text) => !/^(20 November 2026 · The Teapot Shop|Page \d+ of \d+)$/.test(text),
  );
  expect(new Set(others)).toEqual(
    new Set([
      "Page Score Critical Serious Moderate Minor",
      "Check Outcome Failed pages",
      "Criterion Level Outcome",
      "Page Element",
    ]),
  );
});

test("reading a PDF doesn't replace the JavaScript engine's own functions", async () => {
  await readOnce("accessibility");
  const functions = [Array.prototype.push, Function.prototype.toString, JSON.parse, JSON.stringify];
  // Unlike replacements, the engine's own functions can't be constructors.
  expect(functions.filter((each) => Object.hasOwn(each, "prototype"))).toEqual([]);
});
