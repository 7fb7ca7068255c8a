import type { CharacterMap } from "../model/character-map";
import type { PdfDict } from "../pdf/values";
import type { CheckContext } from "./context";
import type { UsedFont } from "./font-use";

const SYMBOLIC = 4;
const NONSYMBOLIC = 32;
const standardEncodings = new Set(["MacRomanEncoding", "WinAnsiEncoding"]);

/** Names that many programs give to glyphs, but that don't say which characters the glyphs stand for. */
const meaningless = /^(?:\.notdef|(?:g|gid|glyph|cid|index|c)\.?\d{1,6})$/i;

const readDifferences = ({ file }: CheckContext, encoding: PdfDict | null): Map<number, string> => {
  const names = new Map<number, string>();
  let code = 0;
  for (const item of file.list(encoding?.get("Differences")).slice(0, 5_000)) {
    const number = file.number(item);
    const name = file.name(item);
    if (number !== null) code = number;
    if (name !== null) {
      names.set(code, name);
      code += 1;
    }
  }
  return names;
};

const checkTrueType = (context: CheckContext, font: UsedFont, flags: number, encoding: PdfDict | null): void => {
  const { file, report } = context;
  const name = file.name(font.dict.get("Encoding")) ?? file.name(encoding?.get("BaseEncoding"));
  if ((flags & SYMBOLIC) !== 0) {
    if (font.dict.has("Encoding")) report("7.21.6-3", font.page);
  } else if ((flags & NONSYMBOLIC) !== 0) {
    const isStandard = name !== null && standardEncodings.has(name);
    const hasMeaningless = [...readDifferences(context, encoding).values()].some((glyph) => meaningless.test(glyph));
    if (!isStandard || hasMeaningless) report("7.21.6-2", font.page);
  }
};

/** Checks a font whose character codes have one byte. */
export const checkSimpleFont = (context: CheckContext, font: UsedFont, map: CharacterMap | null): void => {
  const { file, report } = context;
  const type = file.name(font.dict.get("Subtype"));
  const encoding = file.dict(font.dict.get("Encoding"));
  const flags = file.number(file.dict(font.dict.get("FontDescriptor"))?.get("Flags")) ?? 0;
  if (type === "TrueType") checkTrueType(context, font, flags, encoding);
  const differences = readDifferences(context, encoding);
  const isUnmapped = (code: number): boolean => {
    if (map?.unicode.has(code)) return false;
    const name = differences.get(code);
    if (name !== undefined) return meaningless.test(name);
    // Without an encoding, the codes of a symbolic TrueType or Type 3 font have no meaning of their own.
    return font.dict.get("Encoding") === undefined && (flags & SYMBOLIC) !== 0 && type === "TrueType";
  };
  if ([...font.codes].some(isUnmapped)) report("7.21.7-1", font.page);
};
