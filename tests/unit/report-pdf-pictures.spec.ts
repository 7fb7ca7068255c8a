import { expect, test } from "@playwright/test";
import sharp from "sharp";
import { renderDocument } from "@/server/domains/reports/pdf/documents/render-document";
import { ReportData } from "@/server/domains/reports/report-data";
import { getDocument } from "../support/report/pdfjs";
import { readPdf } from "../support/report/read-pdf";

const jpegIn = async (background: string): Promise<string> => {
  const create = { width: 560, height: 240, channels: 3 as const, background };
  return `data:image/jpeg;base64,${(await sharp({ create }).jpeg().toBuffer()).toString("base64")}`;
};

const figuresOf = async (file: Buffer): Promise<string[]> => {
  const document = await getDocument({ data: new Uint8Array(file) }).promise;
  const found: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const tree = JSON.stringify(await (await document.getPage(number)).getStructTree());
    found.push(...[...tree.matchAll(/"alt":"(Picture [^"]*)"/g)].map(([, alt = ""]) => alt));
  }
  return found;
};

test("prints an issue's suggested fix if it was verified, and states where @long", async () => {
  const fix = (verified_in: string, code: unknown = ".note { color: #757575; }") => ({
    suggested_fix: { code, verified_in, page_url: "https://a.example/prices" },
  });
  const fixes = [fix("page"), fix("snippet", '<img alt="Lamp">'), fix("nowhere", "<i>No</i>"), fix("page", 7)];
  const data = ReportData.parse({
    website: "https://a.example/",
    issues: fixes.map((each, index) => ({ rule_id: `rule-${index}`, impact: "serious", nodes: 1, pages: 1, ...each })),
  });
  const facts = await readPdf(await renderDocument({ variant: "full", data, compress: false }));
  expect(facts).toMatchObject({ paintedOutside: 0, orphans: [], overflowing: [] });
  const text = facts.texts.map((each) => each.text).join(" ");
  expect(text.match(/Suggested fix/g)).toHaveLength(2);
  expect(text).toContain("Verified on the page");
  expect(text).toContain("Verified against the code only");
  expect(text).toContain("color: #757575");
  expect(text).toContain("/prices");
  expect(text).not.toContain("<i>No</i>");
});

test("the twelve most urgent findings have a screenshot with a text alternative, and broken images are omitted @long", async () => {
  const images = await Promise.all(Array.from({ length: 14 }, (_, index) => jpegIn(`hsl(${index * 20} 50% 50%)`)));
  const issue = (index: number, picture: unknown) => ({
    rule_id: `rule-${index}`,
    impact: "serious",
    nodes: 100 - index,
    pages: 1,
    examples: [{ page_url: "https://a.example/", selector: `#e${index}`, html: `<b id="e${index}">`, picture }],
  });
  const broken = [{ image: images[0]?.slice(0, 200), alt: "Picture broken" }, { alt: "Picture missing" }, "Picture"];
  const data = ReportData.parse({
    website: "https://a.example/",
    issues: [
      ...broken.map((picture, index) => issue(index, picture)),
      ...images.map((image, index) => issue(index + 3, { image, alt: `Picture ${index}` })),
    ],
  });
  const file = await renderDocument({ variant: "full", data, compress: false });
  const facts = await readPdf(file);
  expect(facts).toMatchObject({ paintedOutside: 0, orphans: [], figuresWithoutAlt: 0, overflowing: [] });
  const figures = await figuresOf(file);
  expect(figures.sort()).toEqual(Array.from({ length: 9 }, (_, index) => `Picture ${index}`).sort());
});

test("a finding with a strip of pictures shows them side by side, each with its caption, instead of a screenshot @long", async () => {
  const [first, second, third] = await Promise.all(["#00f", "#0a0", "#f00"].map(jpegIn));
  const strip = [
    { image: first, alt: "Picture before", caption: "Before the change" },
    { image: second, alt: "Picture after", caption: "After the change" },
  ];
  const issue = (rule_id: string, example: object) => ({
    rule_id,
    impact: "serious",
    nodes: 1,
    pages: 1,
    examples: [{ page_url: "https://a.example/", selector: "b", html: `<b id="${rule_id}">`, ...example }],
  });
  const screenshot = { image: third, alt: "Picture of the page" };
  const data = ReportData.parse({
    website: "https://a.example/",
    issues: [
      issue("focus-visible", { strip, picture: screenshot }),
      issue("reflow", { strip: [strip[0], { ...strip[1], image: "data:text/html,x" }], picture: screenshot }),
      issue("keyboard-trap", { strip: strip.slice(0, 1) }),
      issue("clipped-text", { strip: [...strip, ...strip] }),
    ],
  });
  const file = await renderDocument({ variant: "full", data, compress: false });
  const facts = await readPdf(file);
  expect(facts).toMatchObject({ paintedOutside: 0, orphans: [], figuresWithoutAlt: 0, overflowing: [] });
  expect((await figuresOf(file)).sort()).toEqual(["Picture after", "Picture before", "Picture of the page"]);
  const document = await getDocument({ data: new Uint8Array(file) }).promise;
  let text = "";
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    text += items.map((item) => ("str" in item ? item.str : "")).join(" ");
  }
  for (const caption of ["Before the change", "After the change"]) expect(text.split(caption)).toHaveLength(2);
});
