import { deflateSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { checkDocument } from "@/server/scanner/document/check-document";
import { makePdf, type PdfParts, pdfStream } from "../support/documents/make-pdf";

const check = (parts: PdfParts = {}): string[] => {
  const { problem, findings } = checkDocument(makePdf(parts));
  expect(problem).toBeNull();
  return findings.map(({ clause }) => clause).sort();
};

const table = (rows: string): string => `<< /S /Table /K [${rows}] >>`;
const row = (...cells: string[]): string => `<< /S /TR /K [${cells.join(" ")}] >>`;
const cell = (type: string, attributes = "", id = ""): string =>
  `<< /S /${type} ${id} /A << /O /Table ${attributes} >> >>`;

const link = (more: string, parent = "/S /Link"): PdfParts => ({
  page: "/Tabs /S /Annots [20 0 R]",
  elements: `<< /S /P /K 0 >> << ${parent} /K << /Type /OBJR /Obj 20 0 R >> >>`,
  objects: { 20: `<< /Type /Annot /Subtype /Link /Rect [10 10 50 50] ${more} >>` },
});

test("an accessible document has no findings", () => {
  expect(checkDocument(makePdf())).toEqual({ problem: null, title: "Larches", pages: 1, findings: [] });
});

test("a finding names its rule, clause, criteria and first page, and counts its elements", () => {
  const elements = "<< /S /P /K 0 >> << /S /Figure >> << /S /Figure >> << /S /Figure /Alt (A larch) >>";
  expect(checkDocument(makePdf({ elements })).findings).toEqual([
    {
      ruleId: "pdf-figure-alt",
      clause: "7.3-1",
      criteria: ["1.1.1"],
      impact: "critical",
      outcome: "failed",
      message: "A figure has neither alternative text nor replacement text.",
      page: 1,
      count: 2,
    },
  ]);
});

const failing: Record<string, [PdfParts, string[]]> = {
  "a document without a language": [{ catalog: "" }, ["7.2-33", "7.2-34"]],
  "an invalid language": [{ catalog: "/Lang (english_gb)" }, ["7.2-29"]],
  "untagged content": [{ content: "BT /F1 12 Tf (Larches) Tj ET" }, ["7.1-3"]],
  "content that claims to be tagged": [{ elements: "<< /S /P >>" }, ["7.1-3"]],
  "an artifact in tagged content": [{ content: "/P << /MCID 0 >> BDC /Artifact BMC EMC EMC" }, ["7.1-1"]],
  "a tag that isn't standard": [{ elements: "<< /S /Larch /K 0 >>" }, ["7.1-5"]],
  "a circular mapping": [
    { elements: "<< /S /Larch /K 0 >>", structure: "/RoleMap << /Larch /Tree /Tree /Larch >>" },
    ["7.1-6"],
  ],
  "a skipped heading level": [{ elements: "<< /S /H1 /K 0 >> << /S /H3 >>" }, ["7.4.2-1"]],
  "both kinds of headings": [{ elements: "<< /S /H1 /K 0 >> << /S /H >>" }, ["7.4.4-2", "7.4.4-3"]],
  "a list item outside a list": [{ elements: "<< /S /P /K 0 >> << /S /LI >>" }, ["7.2-17"]],
  "a cell without a header in a table with headers": [
    { elements: `<< /S /P /K 0 >> ${table(row(cell("TH")) + row(cell("TD")))}` },
    ["7.5-1"],
  ],
  "a row with too few cells": [
    {
      elements: `<< /S /P /K 0 >> ${table(
        row(cell("TH", "/Scope /Column"), cell("TH", "/Scope /Column")) + row(cell("TD")),
      )}`,
    },
    ["7.2-43"],
  ],
  "a reference to a header that doesn't exist": [
    {
      elements: `<< /S /P /K 0 >> ${table(row(cell("TH", "", "/ID (a)")) + row(cell("TD", "/Headers [(b)]")))}`,
    },
    ["7.5-2"],
  ],
  "a link without a description": [link(""), ["7.18.1-2", "7.18.5-2"]],
  "a link outside a Link tag": [link("/Contents (Larches)", "/S /P"), ["7.18.5-1"]],
  "a page whose tab order isn't specified": [
    { ...link("/Contents (Larches)"), page: "/Annots [20 0 R]" },
    ["7.18.3-1"],
  ],
  "a field without a name": [
    {
      ...link("", "/S /Form"),
      objects: { 20: "<< /Type /Annot /Subtype /Widget /FT /Tx /Rect [10 10 50 50] >>" },
    },
    ["7.18.1-3"],
  ],
  "a font that isn't embedded": [
    { font: "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>" },
    ["7.21.4.1-1"],
  ],
  "characters without Unicode values": [
    {
      content: "/P << /MCID 0 >> BDC BT /F1 12 Tf <00010002> Tj ET EMC",
      font: `<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [<< /Subtype /CIDFontType2
/CIDToGIDMap /Identity /FontDescriptor << /FontFile2 9 0 R >> >>] >>`,
    },
    ["7.21.7-1"],
  ],
  "metadata without a title": [{ metadata: "<x/>" }, ["5-1", "7.1-9"]],
  "a document without metadata": [{ objects: { 6: "null" } }, ["7.1-8"]],
  "another property of the metadata without a language": [
    {
      catalog: "",
      elements: "<< /S /P /Lang (en-GB) /K 0 >>",
      metadata: `<a xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"
 pdfuaid:part="1"><dc:title><li xml:lang="en">Larches</li></dc:title>
<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">Free</rdf:li></rdf:Alt></dc:rights></a>`,
    },
    ["7.2-33"],
  ],
  "a list item with a paragraph inside a NonStruct element": [
    { elements: "<< /S /P /K 0 >> << /S /L /K << /S /LI /K << /S /NonStruct /K << /S /P >> >> >> >>" },
    ["7.2-20"],
  ],
};

for (const [name, [parts, clauses]] of Object.entries(failing))
  test(`reports ${name}`, () => {
    expect(check(parts)).toEqual(clauses);
  });

const harmless: Record<string, PdfParts> = {
  "text in a form XObject inside tagged content": {
    page: "/Group << >>",
    content: "/P << /MCID 0 >> BDC /X1 Do EMC",
    objects: {
      3: `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /XObject << /X1 20 0 R >> >> >>`,
      20: pdfStream("BT /F1 12 Tf (Larches) Tj ET", "/Subtype /Form /Resources << /Font << /F1 8 0 R >> >>"),
    },
  },
  "artifacts outside tagged content": {
    content: "/Artifact BMC 0 0 10 10 re f EMC /P << /MCID 0 >> BDC BT /F1 12 Tf (a) Tj ET EMC",
  },
  "a mapped tag": { elements: "<< /S /Larch /K 0 >>", structure: "/RoleMap << /Larch /P >>" },
  "a language specified for the text": {
    catalog: "",
    elements: "<< /S /P /Lang (en-GB) /K 0 >>",
    metadata: `<a xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"
 pdfuaid:part="1"><dc:title><li xml:lang="en">Larches</li></dc:title></a>`,
  },
  "headings that return to a higher level": { elements: "<< /S /H1 /K 0 >> << /S /H2 >> << /S /H3 >> << /S /H1 >>" },
  "a table whose cells name their headers": {
    elements: `<< /S /P /K 0 >> ${table(row(cell("TH", "", "/ID (a)")) + row(cell("TD", "/Headers [(a)]")))}`,
  },
  "a table with spans": {
    elements: `<< /S /P /K 0 >> ${table(
      row(cell("TH", "/Scope /Column /ColSpan 2"), cell("TH", "/Scope /Column")) +
        row(cell("TD", "/RowSpan 2"), cell("TD"), cell("TD")) +
        row(cell("TD"), cell("TD")),
    )}`,
  },
  "a table without header cells, which may be used for layout": {
    elements: `<< /S /P /K 0 >> ${table(row(cell("TD"), cell("TD")))}`,
  },
  "a described link": link("/Contents (Larches)"),
  "a hidden annotation": {
    ...link("", "/S /P"),
    objects: { 20: "<< /Type /Annot /Subtype /Text /F 2 /Rect [0 0 9 9] >>" },
  },
};

for (const [name, parts] of Object.entries(harmless))
  test(`doesn't report ${name}`, () => {
    expect(check(parts)).toEqual([]);
  });

test("reports that a document isn't tagged, instead of reporting each piece of its content", () => {
  const objects = { 1: "<< /Type /Catalog /Pages 2 0 R /Lang (en) /Metadata 6 0 R >>" };
  expect(check({ objects })).toEqual(["6.2-1", "7.1-10", "7.1-11", "7.1-3"]);
});

test("reports a file whose header declares a PDF version later than 1.7", () => {
  const file = makePdf();
  for (const [header, clauses] of [
    ["%PDF-1.7", []],
    ["%PDF-2.0", ["6.1-1"]],
    ["%PDF-1.9", ["6.1-1"]],
  ] as const) {
    file.write(header, 0, "latin1");
    expect(checkDocument(file).findings.map(({ clause }) => clause)).toEqual(clauses);
  }
});

test("counts untagged content and text without a language once per page", () => {
  const { findings } = checkDocument(
    makePdf({ catalog: "", content: "BT /F1 9 Tf (Larches) Tj (and) Tj (oaks) Tj ET" }),
  );
  const counts = Object.fromEntries(findings.map(({ clause, count }) => [clause, count]));
  expect(counts).toMatchObject({ "7.1-3": 1, "7.2-34": 1 });
});

test("reports a table or table of contents with two captions", () => {
  const table = "<< /S /Table /K [<< /S /Caption >> << /S /TR >> << /S /Caption >>] >>";
  const contents = "<< /S /TOC /K [<< /S /Caption >> << /S /TOCI >> << /S /Caption >>] >>";
  expect(check({ elements: `<< /S /P /K 0 >> ${table} ${contents}` })).toEqual(["7.2-27", "7.2-3"]);
});

test("a long document without bookmarks or headings needs review", () => {
  const kids = Array.from({ length: 21 }, (_, index) => `${index + 30} 0 R`);
  const pages = Object.fromEntries(kids.map((_, index) => [index + 30, "<< /Type /Page /Parent 2 0 R >>"]));
  const { findings } = checkDocument(makePdf({ objects: { ...pages, 2: `<< /Kids [3 0 R ${kids.join(" ")}] >>` } }));
  expect(findings.map(({ clause, outcome }) => `${clause} ${outcome}`)).toEqual([
    "7.4-1 needs_review",
    "7.17-1 needs_review",
  ]);
});

test("reads streams that are truncated or have a wrong checksum", () => {
  const untagged = deflateSync("BT /F1 12 Tf (Larches) Tj ET");
  const damaged = Buffer.from(untagged);
  damaged.writeUInt32BE(1, damaged.length - 4);
  for (const bytes of [untagged, damaged, untagged.subarray(0, -4)])
    expect(check({ objects: { 4: pdfStream(bytes, "/Filter /FlateDecode") } })).toEqual(["7.1-3"]);
});

test("finds objects in compressed object streams, and uses the last definition of an object", () => {
  const body = "30 0 << /S /Figure >>";
  const packed = pdfStream(deflateSync(body), "/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode");
  const elements = "<< /S /P /K 0 >> 30 0 R";
  expect(check({ elements, objects: { 40: packed } })).toEqual(["7.3-1"]);
  const update = Buffer.from("30 0 obj << /S /Figure /Alt (A larch) >> endobj\n");
  const file = Buffer.concat([makePdf({ elements, objects: { 40: packed } }), update]);
  expect(checkDocument(file).findings).toEqual([]);
});

test("states whether a document is too large, encrypted or broken", () => {
  expect(checkDocument(Buffer.alloc(50 * 1024 * 1024 + 1)).problem).toBe("too_large");
  const encrypted = (permissions: number) =>
    checkDocument(makePdf({ trailer: `/Encrypt << /Filter /Standard /P ${permissions} >>` }));
  expect(encrypted(-1)).toEqual({ problem: "encrypted", title: null, pages: 0, findings: [] });
  expect(encrypted(-1 - 512)).toMatchObject({ problem: "encrypted", findings: [{ clause: "7.16-1" }] });
  for (const bytes of [Buffer.alloc(0), Buffer.from("<html></html>"), makePdf().subarray(0, 100)])
    expect(checkDocument(bytes)).toEqual({ problem: "broken", title: null, pages: 0, findings: [] });
});
