/** Printed for a character that no embedded font has. */
export const MISSING_CHARACTER = "▯";

const CONTROLS = /(?!\n)\p{Cc}|[\u2028\u2029\u2060\u202a-\u202e\u2066-\u2069]/gu;
const LONE_SURROGATES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const INVISIBLE = /[\ufe00-\ufe0f\u200b-\u200f\ufeff\u00ad\u{e0000}-\u{e007f}]/gu;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

export type PrintableText = {
  printed: string;
  /** True where glyphs alone would not give the text back: characters were replaced, or run right to left. */
  needsActualText: boolean;
};

const cleaned = (text: string) => text.replace(CONTROLS, " ").replace(LONE_SURROGATES, MISSING_CHARACTER);

/** The text without control characters and half characters, as a reader should get it. */
export const readableText = cleaned;

/** What can be printed of a text with the fonts at hand. */
export const printableText = (text: string, canPrint: (codePoint: number) => boolean): PrintableText => {
  const readable = cleaned(text);
  let printed = "";
  let replaced = false;
  for (const character of readable.replace(INVISIBLE, "")) {
    const isKnown = character === "\n" || canPrint(character.codePointAt(0) ?? 0);
    printed += isKnown ? character : MISSING_CHARACTER;
    replaced ||= !isKnown;
  }
  return { printed, needsActualText: replaced || RIGHT_TO_LEFT.test(printed) };
};
