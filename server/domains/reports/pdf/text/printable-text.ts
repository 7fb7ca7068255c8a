import { hasRightToLeft } from "./script-of";

/** Printed in place of a character that no embedded font has. */
export const MISSING_CHARACTER = "▯";

const CONTROLS = /(?!\n)\p{Cc}|[\u2028\u2029\u2060-\u2064\u202a-\u202e\u2066-\u206f]/gu;
const LONE_SURROGATES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
// Invisible characters to remove. A zero-width non-joiner after a letter of a joining script stays, because it changes
// the shape of the letters around it.
const INVISIBLE =
  /(?<![\p{Script=Arabic}\p{Script=Devanagari}])\u200c|\u200d|[\ufe00-\ufe0f\u200b\u200e\u200f\u061c\ufeff\u00ad\u{e0000}-\u{e007f}]/gu;
const EMOJI =
  /(?:\p{Regional_Indicator}{2}|\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})*(?:\u200d\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})*)*)/gu;
// Five or more marks on one letter. No language uses that many.
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu;

export type PrintableText = {
  printed: string;
  /**
   * True if the text can't be recovered from the glyphs alone, because characters were replaced or run from right to
   * left.
   */
  needsActualText: boolean;
  /** True if a character was replaced. */
  hasReplaced: boolean;
};

const cleaned = (text: string) => text.replace(CONTROLS, " ").replace(LONE_SURROGATES, MISSING_CHARACTER);

/** Returns the text as it should be read out, without control characters or lone surrogates. */
export const readableText = cleaned;

type CanPrint = (codePoint: number) => boolean;

const codePointOf = (character: string): number => character.codePointAt(0) ?? 0;

// Replaces each unprintable emoji with one `MISSING_CHARACTER`, however many code points the emoji has.
const replaceEmoji = (text: string, canPrint: CanPrint): string =>
  text.replace(EMOJI, (emoji) => {
    const signs = Array.from(emoji.replace(INVISIBLE, ""));
    const [first = ""] = signs;
    return signs.length === 1 && canPrint(codePointOf(first)) ? first : MISSING_CHARACTER;
  });

/** Returns the text, with replacements for characters that the available fonts can't print. */
export const printableText = (text: string, canPrint: CanPrint): PrintableText => {
  const readable = cleaned(text);
  const whole = replaceEmoji(readable, canPrint).replace(INVISIBLE, "").replace(PILED_MARKS, "$1");
  let printed = "";
  for (const character of whole) {
    const isKnown = character === "\n" || character === "\u200c" || canPrint(codePointOf(character));
    printed += isKnown ? character : MISSING_CHARACTER;
  }
  const hasReplaced = printed.includes(MISSING_CHARACTER);
  return { printed, needsActualText: hasReplaced || hasRightToLeft(printed), hasReplaced };
};
