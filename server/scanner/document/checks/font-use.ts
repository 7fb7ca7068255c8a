import type { ShownText } from "../model/content-reader";
import type { PdfDict } from "../pdf/values";

export interface UsedFont {
  dict: PdfDict;
  /** First page that uses the font. */
  page: number;
  isVisible: boolean;
  isComposite: boolean;
  /** The character codes used; for composite fonts, two bytes each. */
  codes: Set<number>;
}

/** Maximum number of codes to keep, for all fonts together. */
const MAX_CODES = 1_000_000;

/** Collects the fonts that pages use and their character codes. */
export class FontUse {
  private left = MAX_CODES;
  readonly fonts = new Map<PdfDict, UsedFont>();

  add({ font, codes, isVisible, page }: ShownText): void {
    if (!font) return;
    const known = this.fonts.get(font);
    const used = known ?? {
      ...{ dict: font, page: page.number, isVisible, codes: new Set<number>() },
      isComposite: font.has("DescendantFonts"),
    };
    if (!known) this.fonts.set(font, used);
    used.isVisible ||= isVisible;
    const before = used.codes.size;
    if (this.left <= 0) return;
    if (used.isComposite)
      for (let index = 0; index + 1 < codes.length; index += 2)
        used.codes.add(((codes[index] ?? 0) << 8) | (codes[index + 1] ?? 0));
    else for (const code of codes) used.codes.add(code);
    this.left -= used.codes.size - before;
  }
}
