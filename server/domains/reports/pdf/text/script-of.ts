const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const LETTER = /\p{L}/u;

/** Reports whether a paragraph runs from right to left, which depends on its first letter (UAX #9, rules P2 and P3). */
export const runsRightToLeft = (text: string): boolean => {
  const letter = LETTER.exec(text)?.[0];
  return letter !== undefined && RIGHT_TO_LEFT.test(letter);
};

/** Reports whether any part of the text runs from right to left. */
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

const LANGUAGES: readonly [language: string, letters: RegExp][] = [
  ["ja", /[\u3040-\u30ff]/g],
  ["ko", /[\uac00-\ud7af]/g],
  ["zh", /\p{Script=Han}/gu],
  ["ar", /\p{Script=Arabic}/gu],
  ["he", /\p{Script=Hebrew}/gu],
  ["th", /\p{Script=Thai}/gu],
  ["hi", /\p{Script=Devanagari}/gu],
];

/**
 * Returns the language in which assistive technology should read the text, based on its script; null for text that is
 * mostly Latin, Greek or Cyrillic. `hint` decides between languages that share a script.
 */
export const languageOf = (text: string, hint: string | null): string | null => {
  const half = (text.match(/\p{L}/gu)?.length ?? 0) / 2;
  const count = (letters: RegExp): number => text.match(letters)?.length ?? 0;
  const found = LANGUAGES.find(([language, letters]) => {
    const own = count(letters);
    // Japanese mixes kana with Han characters, and Korean mixes Hangul with them.
    return own > 0 && own + (language === "ja" || language === "ko" ? count(/\p{Script=Han}/gu) : 0) > half;
  })?.[0];
  if (!found) return null;
  const sharesScript =
    hint !== null && SHARED[found]?.some((language) => hint.toLowerCase().split("-")[0] === language);
  return sharesScript ? hint : found;
};

const SHARED: Readonly<Record<string, readonly string[]>> = {
  zh: ["zh", "ja", "ko"],
  ar: ["ar", "fa", "ur", "ps", "ckb"],
  he: ["he", "yi"],
  hi: ["hi", "mr", "ne", "sa"],
};
