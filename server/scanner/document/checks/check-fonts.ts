import { CharacterMap } from "../model/character-map";
import type { PdfDict } from "../pdf/values";
import { checkCompositeFont } from "./check-composite-font";
import { checkSimpleFont } from "./check-simple-font";
import type { CheckContext } from "./context";
import type { FontUse, UsedFont } from "./font-use";

const fontFiles = ["FontFile", "FontFile2", "FontFile3"];

const descendant = ({ file }: CheckContext, { dict }: UsedFont): PdfDict | null =>
  file.dict(file.list(dict.get("DescendantFonts"))[0]);

const checkEmbedding = ({ file, report }: CheckContext, font: UsedFont, base: PdfDict): void => {
  if (!font.isVisible || file.name(font.dict.get("Subtype")) === "Type3") return;
  const descriptor = file.dict(base.get("FontDescriptor"));
  if (!fontFiles.some((key) => file.stream(descriptor?.get(key)))) report("7.21.4.1-1", font.page);
};

const isInvalidUnicode = (bytes: Buffer): boolean => {
  for (let index = 0; index + 1 < bytes.length; index += 2)
    if ([0, 0xfeff, 0xfffe].includes(bytes.readUInt16BE(index))) return true;
  return false;
};

const checkUnicode = ({ report }: CheckContext, { codes, page }: UsedFont, map: CharacterMap): void => {
  for (const code of codes) {
    const unicode = map.unicode.get(code);
    if (unicode && isInvalidUnicode(unicode)) report("7.21.7-2", page);
  }
};

export const checkFonts = (context: CheckContext, { fonts }: FontUse): void => {
  const { file } = context;
  for (const font of fonts.values()) {
    const bytes = file.content(font.dict.get("ToUnicode"));
    const map = bytes ? new CharacterMap(bytes, file.budget) : null;
    if (map) checkUnicode(context, font, map);
    const base = descendant(context, font);
    checkEmbedding(context, font, base ?? font.dict);
    if (base) checkCompositeFont(context, font, base, map);
    else checkSimpleFont(context, font, map);
  }
};
