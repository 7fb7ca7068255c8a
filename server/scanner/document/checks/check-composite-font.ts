import { CharacterMap } from "../model/character-map";
import { listOutlines } from "../model/true-type";
import type { PdfDict } from "../pdf/values";
import type { CheckContext } from "./context";
import type { UsedFont } from "./font-use";

/** The predefined CMaps of ISO 32000-1, 9.7.5.2, by character collection. */
const predefined: Readonly<Record<string, string>> = {
  GB1: "GB-EUC GBpc-EUC GBK-EUC GBKp-EUC GBK2K UniGB-UCS2 UniGB-UTF16",
  CNS1: "B5pc HKscs-B5 ETen-B5 ETenms-B5 CNS-EUC UniCNS-UCS2 UniCNS-UTF16",
  Japan1:
    "83pv-RKSJ 90ms-RKSJ 90msp-RKSJ 90pv-RKSJ Add-RKSJ EUC Ext-RKSJ UniJIS-UCS2 UniJIS-UCS2-HW UniJIS-UTF16 UniJIS2004-UTF16",
  Korea1: "KSC-EUC KSCms-UHC KSCms-UHC-HW KSCpc-EUC UniKS-UCS2 UniKS-UTF16",
};
const collections = new Map(
  Object.entries(predefined).flatMap(([ordering, names]) =>
    names.split(" ").flatMap((name) => [`${name}-H`, `${name}-V`].map((key) => [key, ordering] as const)),
  ),
);
collections.set("H", "Japan1").set("V", "Japan1");

const isIdentity = (name: string | null): boolean => name === "Identity-H" || name === "Identity-V";
const isPredefined = (name: string): boolean => isIdentity(name) || collections.has(name);

interface Collection {
  registry: string | null;
  ordering: string | null;
  supplement: number | null;
}

const readCollection = ({ file }: CheckContext, dict: PdfDict | null): Collection => {
  const info = file.dict(dict?.get("CIDSystemInfo"));
  return {
    registry: file.text(info?.get("Registry")),
    ordering: file.text(info?.get("Ordering")),
    supplement: file.number(info?.get("Supplement")),
  };
};

const checkCollections = (context: CheckContext, font: UsedFont, base: PdfDict): void => {
  const { file, report } = context;
  const name = file.name(font.dict.get("Encoding"));
  if (isIdentity(name)) return;
  const own = readCollection(context, base);
  const named = name === null ? undefined : collections.get(name);
  const encoding = file.stream(font.dict.get("Encoding"))?.dict ?? null;
  const wanted = encoding ? readCollection(context, encoding) : null;
  if (named && (own.registry !== "Adobe" || own.ordering !== named)) report("7.21.3.1-1", font.page);
  if (!wanted) return;
  const isSame = own.registry === wanted.registry && own.ordering === wanted.ordering;
  if (!isSame || (own.supplement ?? 0) > (wanted.supplement ?? 0)) report("7.21.3.1-1", font.page);
};

const checkEncoding = ({ file, report }: CheckContext, font: UsedFont): void => {
  const name = file.name(font.dict.get("Encoding"));
  if (name !== null && !isPredefined(name)) report("7.21.3.3-1", font.page);
  const encoding = file.stream(font.dict.get("Encoding"));
  const bytes = file.content(encoding);
  if (!encoding || !bytes) return;
  const map = new CharacterMap(bytes, file.budget);
  if ((file.number(encoding.dict.get("WMode")) ?? 0) !== (map.writingMode ?? 0)) report("7.21.3.3-2", font.page);
  const other = file.name(encoding.dict.get("UseCMap")) ?? map.base;
  if (other !== null && !isPredefined(other)) report("7.21.3.3-3", font.page);
};

const isMapped = (context: CheckContext, font: UsedFont, base: PdfDict): boolean => {
  const name = context.file.name(font.dict.get("Encoding"));
  const { registry, ordering } = readCollection(context, base);
  const isKnown = registry === "Adobe" && ordering !== null && ordering in predefined;
  return isKnown || (name !== null && collections.has(name));
};

/** The estimated cost of reading a font, expressed as a number of values. */
const GLYPHS = 1_000;

/** Checks that an embedded font's list of characters, which has one bit for each character, is complete. */
const checkCharacterList = ({ file, report }: CheckContext, font: UsedFont, base: PdfDict): void => {
  const descriptor = file.dict(base.get("FontDescriptor"));
  const list = file.content(descriptor?.get("CIDSet"));
  const isIdentical = file.name(base.get("CIDToGIDMap")) === "Identity";
  const program = isIdentical ? file.content(descriptor?.get("FontFile2")) : null;
  if (!list || !program) return;
  file.budget.spend(GLYPHS);
  const isListed = (character: number): boolean => (((list[character >> 3] ?? 0) >> (7 - (character & 7))) & 1) === 1;
  if (listOutlines(program)?.some((glyph) => !isListed(glyph))) report("7.21.4.2-2", font.page);
};

/** Checks a composite font (ISO 32000-1, 9.7). */
export const checkCompositeFont = (
  context: CheckContext,
  font: UsedFont,
  base: PdfDict,
  map: CharacterMap | null,
): void => {
  const { file, report } = context;
  checkCollections(context, font, base);
  checkEncoding(context, font);
  checkCharacterList(context, font, base);
  const isEmbeddedTrueType =
    file.name(base.get("Subtype")) === "CIDFontType2" && file.dict(base.get("FontDescriptor"))?.has("FontFile2");
  const glyphs = base.get("CIDToGIDMap");
  if (isEmbeddedTrueType && !file.stream(glyphs) && file.name(glyphs) !== "Identity") report("7.21.3.2-1", font.page);
  const isTwoBytes = isIdentity(file.name(font.dict.get("Encoding")));
  if (!isTwoBytes) return;
  if (font.codes.has(0) && font.isVisible) report("7.21.8-1", font.page);
  if (!isMapped(context, font, base) && [...font.codes].some((code) => !map?.unicode.has(code)))
    report("7.21.7-1", font.page);
};
