/** Reports whether text contains words in a script that its stated language never uses. */
export type HasOtherScript = (text: string, language: string) => boolean;

/**
 * Runs in the page. Leaves out languages that can be written in different scripts, such as Serbian. Words in Latin
 * letters don't count, because text in any language may contain them. If every word starts with a capital letter, the
 * text may be a name.
 */
export const createScriptTest = (): HasOtherScript => {
  const latin =
    "en fr de es it pt nl sv da no nb nn fi is ga cy pl cs sk sl hr hu ro et lv lt ca eu gl sq tr vi id af sw tl fil mt lb";
  const byLanguage = new Map<string, string>([
    ...latin.split(" ").map((language): [string, string] => [language, ""]),
    ...["ar", "fa", "ur"].map((language): [string, string] => [language, "Arabic"]),
    ...["ru", "uk", "be", "bg", "mk"].map((language): [string, string] => [language, "Cyrillic"]),
    ...["he", "iw"].map((language): [string, string] => [language, "Hebrew"]),
    ["el", "Greek"],
    ["hi", "Devanagari"],
    ["ja", "Han Hiragana Katakana"],
    ["ko", "Hangul Han"],
    ["th", "Thai"],
    ["zh", "Han Hiragana Katakana"],
  ]);
  const spaced =
    "Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hangul Hebrew Kannada Malayalam Sinhala Tamil Telugu";
  /** Scripts without spaces between words, and the number of letters that counts as one word. */
  const unspaced: [string, number][] = [
    ["Han Hiragana Katakana", 4],
    ["Khmer Lao Myanmar Thai", 6],
  ];
  const patterns = new Map<string, RegExp>();
  const countIn = (text: string, scripts: string, own: readonly string[]): number => {
    const others = scripts.split(" ").filter((script) => !own.includes(script));
    if (others.length === 0) return 0;
    const source = `[${others.map((script) => `\\p{sc=${script}}`).join("")}]`;
    // Backtracks, but matches only one character at a time.
    const pattern = patterns.get(source) ?? new RegExp(source, "gu");
    patterns.set(source, pattern);
    return text.match(pattern)?.length ?? 0;
  };
  /** Minimum number of words: `whole` if at least half of the letters are in other scripts, otherwise `part`. */
  const least = { whole: 2, part: 4 };
  return (text, language) => {
    const [subtag = "", ...others] = language.trim().toLowerCase().split("-");
    const own = byLanguage.get(subtag)?.split(" ");
    if (!own || others.some((other) => other.length === 4) || !/[^\p{sc=Latin}\P{L}]/u.test(text)) return false;
    const dense = unspaced.map(([scripts, size]) => ({ count: countIn(text, scripts, own), size }));
    const letters = countIn(text, spaced, own) + dense.reduce((sum, { count }) => sum + count, 0);
    if (letters < 8) return false;
    const words = text.split(/\s+/).filter((word) => countIn(word, spaced, own) >= 2);
    const hasCommon = words.some((word) => !/^\P{L}*\p{Lu}/u.test(word));
    const denseWords = dense.reduce((sum, { count, size }) => sum + Math.floor(count / size), 0);
    const isWhole = letters * 2 >= (text.match(/\p{L}/gu)?.length ?? 0);
    const found = (hasCommon ? words.length : 0) + denseWords;
    return found >= (isWhole ? least.whole : least.part);
  };
};
