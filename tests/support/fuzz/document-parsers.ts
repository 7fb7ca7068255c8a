import { deflateSync } from "node:zlib";
import { checkDocument } from "@/server/scanner/document/check-document";
import { makePdf, type PdfParts, pdfStream } from "../documents/make-pdf";
import { makeHostileText } from "./hostile-text";
import { changeBytes } from "./nearly-valid";
import { type ForeignParser, words } from "./parser-kinds";
import type { Random } from "./random";

const syntax = [
  ...words("<< >> [ ] ( ) < > /S /P /K /Kids /Parent /Type /Length 0 1 -1 9 R 3 7 20 obj endobj stream endstream"),
  ...words("/Table /TR /TH /TD /H1 /H3 /L /LI /Figure /Alt /Lang /A /ColSpan /RowSpan 1e9 /Headers /MCID BDC BMC EMC"),
  ...words(
    "BT ET Tf Tj TJ Do BI ID EI q Q /F1 /Artifact /Span trailer true null % \\ beginbfrange endbfrange endbfchar",
  ),
  ...[" ", "\n", "7 0 R", "3 0 R", "<0041>", "(a)", "\u0000", "é"],
];

const table = "<< /S /Table /K [<< /S /TR /K [<< /S /TH /A << /Scope /Row >> >> << /S /TD >>] >>] >>";
const valid = [
  makePdf(),
  makePdf({ elements: `<< /S /H1 /K 0 >> ${table}`, structure: "/RoleMap << /Larch /P >>" }),
  makePdf({
    objects: {
      4: pdfStream(deflateSync("/P << /MCID 0 >> BDC BT /F1 9 Tf (Larches) Tj ET EMC"), "/Filter /FlateDecode"),
      20: pdfStream(deflateSync("30 0 << /S /Figure >>"), "/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode"),
    },
    elements: "30 0 R << /S /P /K 0 >>",
  }),
] as const;

const keys = ["catalog", "page", "content", "elements", "structure", "font", "metadata", "trailer"] as const;

const makeDocument = (random: Random): Buffer => {
  if (random.chance(0.5)) return changeBytes(random, random.pick(valid));
  const parts: PdfParts = {};
  for (const key of keys) if (random.chance(0.3)) parts[key] = makeHostileText(random, syntax, 5_000);
  return makePdf(parts);
};

export const documentParsers: readonly ForeignParser[] = [
  {
    name: "PDFs",
    prepare: (random) => {
      const input = makeDocument(random);
      const read = () => checkDocument(input).problem === null;
      return { input: input.toString("base64"), read };
    },
  },
];
