import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { renderDocument } from "@/server/domains/reports/pdf/documents/render-document";
import { ReportData, type ReportVariant } from "@/server/domains/reports/report-data";
import {
  CHINESE,
  emptySections,
  HEBREW,
  hostileReport,
  longWords,
  manyRules,
  SCRIPT,
} from "../support/report/hostile-report";
import { makePng, TINY_JPEG } from "../support/report/pictures";
import { readingOrder, readPdf, wholeText } from "../support/report/read-pdf";
import { readRawPdf } from "../support/report/read-raw-pdf";
import { largeReport, sampleReport } from "../support/report/sample-report";
import { strangersReport } from "../support/report/strangers-report";

test.describe.configure({ mode: "default" });

const SOUND = { paintedOutside: 0, nestedMarks: 0, orphans: [], figuresWithoutAlt: 0, overflowing: [], marked: true };

const utf16 = (text: string): string =>
  Buffer.from(text, "utf16le")
    .swap16()
    .toString("latin1")
    .replaceAll(/[\\()\n\r]/g, (character) => ESCAPES[character] ?? "");
const ESCAPES: Record<string, string> = { "\\": "\\\\", "(": "\\(", ")": "\\)", "\n": "\\n", "\r": "\\r" };

test("prints hostile data as text, with nothing cut off or untagged, and keeps text in other writing systems for assistive technology @long", async () => {
  const file = await renderDocument({ variant: "full", data: hostileReport(), compress: false });
  const facts = await readPdf(file);
  expect(facts).toMatchObject(SOUND);
  expect(facts.lowestText).toBeGreaterThan(60);
  const text = wholeText(facts);
  expect(text.replaceAll(/\s/g, "")).toContain(SCRIPT.replaceAll(/\s/g, ""));
  expect(text).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
  expect(facts.title).toContain(CHINESE);
  const raw = file.toString("latin1");
  expect(raw).toContain("&lt;script&gt;");
  expect(raw.slice(raw.indexOf("<x:xmpmeta"), raw.indexOf("</x:xmpmeta>"))).not.toContain("<script>");
  expect(raw).toContain(utf16(CHINESE));
  expect(raw).toContain(utf16(HEBREW));
  expect(facts.links.map(({ target }) => target).filter((target) => !/^(https:\/\/|#)/.test(target))).toEqual([]);
  expect(readRawPdf(file)).toMatchObject({ misplacedLinks: 0, fontsNotEmbedded: [] });
});

const everyData: [name: string, data: () => ReportData][] = [
  ["sample data", () => sampleReport()],
  ["no data", () => ({})],
  ["empty sections", emptySections],
  ["hostile data", hostileReport],
  ["500 rows", () => largeReport(500)],
  ["long words", longWords],
  ["10,000 rules", manyRules],
  ["data from an unknown system", () => ReportData.parse(strangersReport())],
];

for (const [name, data] of everyData) {
  test(`the singlePage variant fits on one page with ${name} [#25]`, async () => {
    const facts = await readPdf(await renderDocument({ variant: "singlePage", data: data() }));
    expect(facts).toMatchObject({ ...SOUND, pages: 1 });
    expect(facts.lowestText).toBeGreaterThan(60);
  });
}

for (const [name, data] of everyData) {
  test(`the accessibility variant has two to four pages with ${name} [#24]`, async () => {
    const facts = await readPdf(await renderDocument({ variant: "accessibility", data: data() }));
    expect(facts).toMatchObject(SOUND);
    expect(facts.pages).toBeGreaterThanOrEqual(2);
    expect(facts.pages).toBeLessThanOrEqual(4);
    expect(facts.lowestText).toBeGreaterThan(60);
  });
}

test("counts the items that don't fit and refers to the full report @long", async () => {
  for (const variant of ["accessibility", "singlePage"] as const) {
    const text = wholeText(await readPdf(await renderDocument({ variant, data: manyRules() })));
    expect(text).toMatch(/And 9,99\d more rules: see the full report\./);
  }
});

test("prints unknown metrics in words, and doesn't report an existing section as missing @long", async () => {
  const data = ReportData.parse(strangersReport());
  const facts = await readPdf(await renderDocument({ variant: "full", data }));
  expect(facts).toMatchObject(SOUND);
  const text = wholeText(facts);
  for (const part of ["Best practices", "Speed index", "Nested, Ttfb", "Headings", "h1, h2", "doctype", "2.1 s"]) {
    expect(text).toContain(part);
  }
  expect(text).not.toMatch(/\b(undefined|null|NaN|Invalid Date)\b|\[object/);
  expect(text).not.toContain("Performance was not measured");
});

test("doesn't fetch any URL in the data", async () => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const html = `<img src="${site}/a.png"><link rel="stylesheet" href="${site}/b.css">`;
  const data = ReportData.parse({
    website: { url: site, name: html },
    issues: [{ rule_id: "x", help: html, help_url: `${site}/c`, examples: [{ page_url: `${site}/d`, html }] }],
    pages: [{ url: `${site}/e`, screenshot: `${site}/f.png` }],
    performance: { src: `${site}/g.png` },
    branding: { name: `${site}/h.png`, font: `${site}/i.woff2` },
  });
  try {
    for (const variant of ["full", "singlePage"] as const) await renderDocument({ variant, data });
    expect(ReportData.safeParse({ branding: { logo: `${site}/logo.png` } }).success).toBe(false);
    expect(requests).toEqual([]);
    await (await fetch(`${site}/own`)).text();
    expect(requests).toEqual(["/own"]);
  } finally {
    server.close();
  }
});

for (const variant of ["full", "report", "accessibility"] satisfies ReportVariant[]) {
  for (const [name, data] of everyData.slice(1, 3)) {
    test(`the ${variant} variant is readable with ${name}, and states what was not measured`, async () => {
      const facts = await readPdf(await renderDocument({ variant, data: data() }));
      expect(facts).toMatchObject(SOUND);
      expect(wholeText(facts)).toContain("not measured");
      expect(readingOrder(facts).filter((line) => line.startsWith("H2")).length).toBeGreaterThanOrEqual(4);
      expect(wholeText(facts)).not.toMatch(/\b(undefined|null|NaN|Invalid Date)\b/);
    });
  }
}

test("presents the absence of findings as a result, not a gap @long", async () => {
  const facts = await readPdf(await renderDocument({ variant: "full", data: { ...sampleReport(), issues: [] } }));
  expect(wholeText(facts)).toContain("The checks found nothing to fix.");
  expect(wholeText(facts)).not.toContain("Findings were not recorded");
});

test("the full report covers accessibility, performance, search engines and quality [#22]", async () => {
  const data = {
    ...sampleReport(1),
    quality: { checks: [{ id: "doctype", title: "Doctype", outcome: "pass" as const }] },
  };
  const text = wholeText(await readPdf(await renderDocument({ variant: "full", data })));
  for (const part of [
    "Images must have alternative text",
    "Largest Contentful Paint",
    "Description present",
    "Doctype",
  ]) {
    expect(text).toContain(part);
  }
});

test("the report and accessibility variants cover only accessibility [#23] [#24] @long", async () => {
  const [report, summary] = await Promise.all(
    (["report", "accessibility"] as const).map(async (variant) =>
      wholeText(await readPdf(await renderDocument({ variant, data: sampleReport(1) }))),
    ),
  );
  for (const text of [report, summary]) {
    expect(text).toContain("Images must have alternative text");
    expect(text).not.toMatch(/Largest Contentful Paint|Description present|SEO/);
  }
  expect(report).toContain("Why it matters");
  expect(summary).not.toContain("Why it matters");
});

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

const figuresWith = async (logo: string) => {
  const data = { website: { url: "https://example.org" }, branding: { name: "Clearway", logo } };
  const facts = await readPdf(await renderDocument({ variant: "full", data }));
  expect(facts).toMatchObject(SOUND);
  return readingOrder(facts).filter((line) => line.includes("Clearway"));
};

test("draws JPEG logos and every kind of PNG logo @long", async () => {
  const kinds = [
    { colours: 0, depth: 1 },
    { colours: 0, depth: 16 },
    { colours: 2, interlace: 1 },
    { colours: 3, depth: 2 },
    { colours: 4 },
    { colours: 6 },
    { colours: 6, depth: 16 },
  ];
  const files = kinds.map(
    (kind) => `data:image/png;base64,${makePng({ width: 16, height: 8, ...kind }).toString("base64")}`,
  );
  for (const logo of [...files, `data:image/jpeg;base64,${TINY_JPEG}`]) {
    expect((await figuresWith(logo))[0], logo.slice(0, 60)).toBe("Figure [Logo of Clearway]");
  }
});

test("a logo is a figure whose alternative text names its owner, and data that isn't an image is omitted @long", async () => {
  expect(await figuresWith(`data:image/png;base64,${PIXEL}`)).toEqual(["Figure [Logo of Clearway]", "LBody Clearway"]);
  const huge = Buffer.from(PIXEL, "base64");
  huge.writeUInt32BE(100_000, 16);
  expect(await figuresWith(`data:image/png;base64,${huge.toString("base64")}`)).toEqual([
    "P Clearway",
    "LBody Clearway",
  ]);
  expect(await figuresWith("data:image/png;base64,AAAA")).toEqual(["P Clearway", "LBody Clearway"]);
  expect(await figuresWith(`data:image/png;base64,${PIXEL.slice(0, 60)}`)).toEqual(["P Clearway", "LBody Clearway"]);
  const noPixels = makePng({ width: 9, height: 9, data: Buffer.from("no deflate stream") });
  expect(await figuresWith(`data:image/png;base64,${noPixels.toString("base64")}`)).toEqual([
    "P Clearway",
    "LBody Clearway",
  ]);
});
