import { constants, deflateSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { checkDocument } from "@/server/scanner/document/check-document";
import type { DocumentResult } from "@/server/scanner/document/document-result";
import { Budget, OverBudgetError } from "@/server/scanner/document/pdf/budget";
import { findObjects } from "@/server/scanner/document/pdf/find-objects";
import { measureCpu } from "../support/cpu";
import { makePdf, type PdfParts, pdfStream } from "../support/documents/make-pdf";

const MB = 1024 * 1024;
/** A check stops after ten seconds, but reads the clock only while it reads values. */
const MAX_CPU_MS = 15_000;

const check = (bytes: Buffer) => {
  const results: DocumentResult[] = [];
  expect(measureCpu(() => results.push(checkDocument(bytes)))).toBeLessThan(MAX_CPU_MS);
  const [result] = results;
  if (!result) throw new Error("The check returned nothing.");
  return result;
};

const checkParts = (parts: PdfParts) => check(makePdf(parts));
const clausesOf = ({ findings }: { findings: { clause: string }[] }) => findings.map(({ clause }) => clause);
const packed = (content: Buffer) => pdfStream(deflateSync(content), "/Filter /FlateDecode");
/** More data than a check decompresses. */
const bomb = deflateSync(Buffer.alloc(150 * MB, " "));

test("a check ends even if pages, elements, objects or form XObjects contain themselves", () => {
  expect(checkParts({ objects: { 2: "<< /Type /Pages /Kids [3 0 R 2 0 R 2 0 R] >>" } })).toMatchObject({ pages: 1 });
  expect(checkParts({ elements: "7 0 R << /S /P /K 0 >> 7 0 R" })).toMatchObject({ problem: null, findings: [] });
  expect(checkParts({ catalog: "/Lang 20 0 R", objects: { 20: "21 0 R", 21: "20 0 R" } })).toMatchObject({
    problem: null,
  });
  const form = pdfStream("/X1 Do /X1 Do", "/Subtype /Form /Resources << /XObject << /X1 20 0 R >> >>");
  const page = "/Resources << /XObject << /X1 20 0 R >> >>";
  expect(checkParts({ page, content: "/X1 Do", objects: { 20: form } })).toMatchObject({ problem: null });
});

test("gives up on nested form XObjects whose number grows exponentially @long", () => {
  const objects: Record<number, Buffer> = {};
  for (let level = 0; level < 11; level += 1)
    objects[20 + level] = pdfStream(
      "/X1 Do ".repeat(30),
      `/Subtype /Form /Resources << /XObject << /X1 ${21 + level} 0 R >> >>`,
    );
  const page = "/Resources << /XObject << /X1 20 0 R >> >>";
  expect(checkParts({ page, content: "/X1 Do", objects })).toMatchObject({ problem: "over_limit", pages: 1 });
});

test("a check decompresses no more data than its limit allows @long", () => {
  const before = process.memoryUsage().rss;
  expect(checkParts({ objects: { 4: pdfStream(bomb, "/Filter /FlateDecode") } })).toMatchObject({
    problem: "over_limit",
  });
  const objects = "/Type /ObjStm /N 1000000 /First 9 /Filter /FlateDecode";
  expect(checkParts({ objects: { 20: pdfStream(bomb, objects) } })).toMatchObject({ problem: "over_limit" });
  const nested = pdfStream(deflateSync(bomb), "/Filter [/FlateDecode /FlateDecode]");
  expect(checkParts({ objects: { 4: nested } })).toMatchObject({ problem: "over_limit" });
  expect(process.memoryUsage().rss - before).toBeLessThan(700 * MB);
});

test("reports what it found before it reached a limit", () => {
  const elements = "<< /S /P /K 0 >> << /S /Figure >>";
  const result = checkParts({ elements, objects: { 4: pdfStream(bomb, "/Filter /FlateDecode") } });
  expect(clausesOf(result)).toEqual(["7.3-1"]);
});

test("lays out tables with huge spans only up to a limit @long", () => {
  const cells = "<< /S /TD /A << /O /Table /ColSpan 100000 /RowSpan 100000 >> >>".repeat(2_000);
  const rows = `<< /S /TR /K [${cells}] >>`.repeat(50);
  expect(checkParts({ elements: `<< /S /P /K 0 >> << /S /Table /K [${rows}] >>` }).pages).toBe(1);
});

/** A file whose elements are objects at the same position in an object stream. */
const sharing = (value: string): Buffer => {
  const ids = Array.from({ length: 3_000 }, (_, index) => 1_000 + index);
  const head = ids.map((id) => `${id} 0 `).join("");
  const entries = `/Type /ObjStm /N ${ids.length} /First ${head.length} /Filter /FlateDecode`;
  return makePdf({
    elements: ids.map((id) => `${id} 0 R`).join(" "),
    objects: { 20: pdfStream(deflateSync(head + value, { level: 1 }), entries) },
  });
};
const long = "a".repeat(30 * MB);

test("keeps only the beginning of long text to which a font maps a character", () => {
  const before = process.memoryUsage().rss;
  const map = `1 beginbfrange <0000> <FFFF> <${"0041".repeat(10_000)}> endbfrange`;
  expect(checkParts({ objects: { 10: packed(Buffer.from(map)) } })).toMatchObject({ problem: null });
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * MB);
});

test("limits the memory for copies of a long string that many objects share @long", () => {
  const before = process.memoryUsage().rss;
  expect(check(sharing(`(\\n${long})`))).toMatchObject({ problem: "over_limit" });
  expect(process.memoryUsage().rss - before).toBeLessThan(700 * MB);
});

test("limits the memory for the object positions listed by an object stream", () => {
  const limits = { milliseconds: 60_000, values: 100_000, keptValues: 1_000, streamBytes: MB };
  const list = (count: number) => () => {
    const head = Array.from({ length: count }, (_, index) => `${1_000 + index} 0 `).join("");
    const entries = `/Type /ObjStm /N ${count} /First ${head.length}`;
    return findObjects(
      makePdf({ objects: { 20: pdfStream(Buffer.from(`${head}null`), entries) } }),
      new Budget(limits),
    );
  };
  expect(list(500)().places.get(1_499)).toMatchObject({ stream: null });
  expect(list(1_500)).toThrow(OverBudgetError);
});

/** Compressed data that decompresses to 100 MB before it turns out to be invalid. */
const invalid = Buffer.concat([
  deflateSync(Buffer.alloc(100 * MB), { finishFlush: constants.Z_FULL_FLUSH }),
  Buffer.alloc(100, 0xff),
]);

const endless: Record<string, () => Buffer> = {
  "a long string that many objects share": () => sharing(`(${long})`),
  "a long comment that many objects share": () => sharing(`%${long}`),
  "a long word that many objects share": () => sharing(long),
  "streams that turn out to be invalid": () => {
    const ids = Array.from({ length: 300 }, (_, index) => 1_000 + index);
    const stream = pdfStream(invalid, "/Filter /FlateDecode");
    return makePdf({
      objects: {
        3: `<< /Type /Page /Contents [${ids.map((id) => `${id} 0 R`).join(" ")}] >>`,
        ...Object.fromEntries(ids.map((id) => [id, stream])),
      },
    });
  },
  "many cells with many headers": () =>
    makePdf({
      elements: `<< /S /Table /K [<< /S /TR /K [${"<< /S /TD /A 50 0 R >>".repeat(190_000)}] >>] >>`,
      objects: { 50: `<< /O /Table /Headers [${"(a)".repeat(1_000)}] >>` },
    }),
  "many prefixes in the metadata": () =>
    makePdf({
      metadata: Array.from({ length: 22_000 }, (_, index) => `xmlns:a${index}="http://www.aiim.org/pdfua/ns/id/"`).join(
        " ",
      ),
    }),
  "nested arrays": () => makePdf({ trailer: "/A ".concat("[".repeat(MB)) }),
  "nested dictionaries": () => makePdf({ elements: "<< /S /P /K ".repeat(100_000) }),
  "deeply nested elements": () =>
    makePdf({
      elements: "1000 0 R",
      objects: Object.fromEntries(
        Array.from({ length: 50_000 }, (_, index) => [1_000 + index, `<< /S /Div /K ${1_001 + index} 0 R >>`]),
      ),
    }),
  "a string that doesn't end": () => makePdf({ catalog: `/Lang (${"(".repeat(2 * MB)}` }),
  "many objects": () => Buffer.concat([Buffer.from("1 0 obj null endobj\n".repeat(MB / 4)), makePdf()]),
  "streams that don't end": () => Buffer.from("1 0 obj << /Length 9 >> stream\n".repeat(MB / 4)),
  "many small values": () => makePdf({ elements: "()".repeat(6 * MB) }),
  "many small dictionaries": () => makePdf({ elements: "<<>>".repeat(5 * MB) }),
  "many elements": () => makePdf({ elements: "<</S/P>>".repeat(2 * MB) }),
  "inline images without data": () => makePdf({ content: "BI EI ".repeat(MB / 2) }),
  "marked content that doesn't end": () => makePdf({ content: "/Span << /Lang (x) >> BDC ".repeat(MB / 8) }),
  "long hexadecimal strings": () => makePdf({ content: `<${"41".repeat(4 * MB)}> Tj` }),
  "one list of pages used by many nodes": () =>
    makePdf({
      objects: {
        2: `<< /Kids [${Array.from({ length: 10_000 }, (_, index) => `${index + 100} 0 R`).join(" ")}] >>`,
        50: `[${"3 0 R ".repeat(10_000)}]`,
        ...Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [index + 100, "<< /Kids 50 0 R >>"])),
      },
    }),
  "one content stream used many times": () =>
    makePdf({
      objects: {
        3: `<< /Type /Page /Contents [${"4 0 R ".repeat(100_000)}] >>`,
        4: packed(Buffer.alloc(10 * MB, " ")),
      },
    }),
};

for (const [name, make] of Object.entries(endless))
  test(`a check ends in time if the file contains ${name} @long`, () => {
    test.setTimeout(60_000);
    const { problem, findings } = check(make());
    expect(["broken", "over_limit", null]).toContain(problem);
    expect(findings.length).toBeLessThan(100);
  });

test("never throws for a file with changed bytes @long", () => {
  const valid = makePdf({ elements: "<< /S /H1 /K 0 >> << /S /Table /K [<< /S /TR >>] >>" });
  for (let at = 0; at < valid.length; at += 3) {
    const changed = Buffer.from(valid);
    changed[at] = (changed[at] ?? 0) ^ 0x15;
    expect(["broken", "encrypted", null]).toContain(checkDocument(changed).problem);
    checkDocument(valid.subarray(0, at));
  }
});
