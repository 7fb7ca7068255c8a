/** Parts of a small accessible PDF that a test can replace. The values are PDF syntax; null removes an object. */
export interface PdfParts {
  catalog?: string;
  metadata?: string;
  page?: string;
  content?: string;
  /** The kids of the document's root element. */
  elements?: string;
  /** Further entries in the root of the structure tree. */
  structure?: string;
  font?: string;
  trailer?: string;
  /** Further objects, by number. */
  objects?: Readonly<Record<number, string | Buffer>>;
}

const language = "/Lang (en-GB)";

const metadata = (title: string): string =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<pdfuaid:part>1</pdfuaid:part>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${title}</rdf:li></rdf:Alt></dc:title>
</rdf:Description></rdf:RDF></x:xmpmeta>`;

const stream = (content: string | Buffer, entries = ""): Buffer =>
  Buffer.concat([
    Buffer.from(`<< /Length ${content.length} ${entries} >>\nstream\n`),
    Buffer.from(content),
    Buffer.from("\nendstream"),
  ]);

export const pdfStream = stream;

const unicode = `1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <20> <7E> <0020> endbfrange`;

const numberObjects = (parts: PdfParts): Record<number, string | Buffer> => ({
  1: `<< /Type /Catalog /Pages 2 0 R /StructTreeRoot 5 0 R /Metadata 6 0 R /MarkInfo << /Marked true >>
/ViewerPreferences << /DisplayDocTitle true >> ${parts.catalog ?? language} >>`,
  2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
  3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /StructParents 0
/Resources << /Font << /F1 8 0 R >> >> ${parts.page ?? ""} >>`,
  4: stream(parts.content ?? "/P << /MCID 0 >> BDC BT /F1 12 Tf (Larches) Tj ET EMC"),
  5: `<< /Type /StructTreeRoot /K 7 0 R ${parts.structure ?? ""} >>`,
  6: stream(parts.metadata ?? metadata("Larches"), "/Type /Metadata /Subtype /XML"),
  7: `<< /Type /StructElem /S /Document /P 5 0 R /Pg 3 0 R
/K [${parts.elements ?? "<< /S /P /K 0 >>"}] >>`,
  8:
    parts.font ??
    `<< /Type /Font /Subtype /TrueType /BaseFont /AAAAAA+Larch /FirstChar 32 /LastChar 126 /Encoding /WinAnsiEncoding
/FontDescriptor << /Type /FontDescriptor /Flags 32 /FontFile2 9 0 R >> /ToUnicode 10 0 R >>`,
  9: stream("a font program"),
  10: stream(unicode),
  ...parts.objects,
});

/** Creates a small PDF, which by default has no findings. */
export const makePdf = (parts: PdfParts = {}): Buffer => {
  const objects = Object.entries(numberObjects(parts)).flatMap(([id, value]) => [
    Buffer.from(`${id} 0 obj\n`),
    Buffer.from(value),
    Buffer.from("\nendobj\n"),
  ]);
  const trailer = Buffer.from(`trailer\n<< /Root 1 0 R ${parts.trailer ?? ""} >>\n%%EOF\n`);
  return Buffer.concat([Buffer.from("%PDF-1.7\n"), ...objects, trailer]);
};
