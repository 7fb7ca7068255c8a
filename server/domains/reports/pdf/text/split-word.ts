/** Maximum number of grapheme clusters, such as letters with their marks, in a word that isn't split. */
const LONGEST_WORD = 28;
/** Maximum length of a part of a longer word. A part that is a single grapheme cluster can be longer. */
const PART = 8;

// Scripts written without spaces. A line can end after any character or, in Thai, Lao and Khmer, after any word.
const BROKEN_ANYWHERE = /[\u2e80-\u9fff\ua000-\ua4cf\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}]/u;
const WRITTEN_TOGETHER = /([\u0e00-\u0eff\u1780-\u17ff]+)/;
// `CONTINUES` matches a part whose first character belongs to the last grapheme cluster of the part before it, and
// `CONTINUED` a part whose last character belongs to the first grapheme cluster of the part after it. Such parts must
// not be separated.
const CONTINUES = /^(?:[\p{M}\u0e33\u0eb3\uff9e\uff9f\u{e0020}-\u{e007f}]|[\u{1f3fb}-\u{1f3ff}]|\u200c|\u200d)/u;
const CONTINUED = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u0d4e]$/;

// Characters that must not start or end a line (JIS X 4051, GB/T 15834).
const NOT_FIRST =
  /^[、。，．・：；？！゛゜´｀¨ヽヾゝゞ々ー’”）〕］｝〉》」』】°′″℃％‰ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.:;?!)\]}]/u;
const NOT_LAST = /[‘“（〔［｛〈《「『【￥＄£([{]$/u;

const words = new Intl.Segmenter("th", { granularity: "word" });
const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

// Adds an empty part between parts that can be separated: React-PDF adds a hyphen when it breaks a line between two
// parts, but not next to an empty part.
const withoutHyphens = (parts: readonly string[]): string[] => {
  const kept: string[] = [];
  let before: string | undefined;
  for (const part of parts) {
    if (before === undefined) kept.push(part);
    else if (NOT_FIRST.test(part) || NOT_LAST.test(before)) kept[kept.length - 1] += part;
    else kept.push("", part);
    before = part;
  }
  return kept;
};

/**
 * Maximum number of characters passed to a segmenter at once. Longer text is divided, because V8's time per segment
 * grows with the length of the text.
 */
const STRETCH = 400;
/** Greater than the number of words that ICU's ThaiBreakEngine looks ahead to find the end of a word. */
const LOOKAHEAD = 5;

/** Returns the words at the start of the text that are certain to be complete. */
const firstWords = (text: string): string[] => {
  const isCutInHalf = text.length > STRETCH && text.codePointAt(STRETCH - 1) !== text.charCodeAt(STRETCH - 1);
  const stretch = text.slice(0, isCutInHalf ? STRETCH - 1 : STRETCH);
  const found = Array.from(words.segment(stretch), ({ segment }) => segment);
  const isWhole = stretch.length === text.length || found.length <= LOOKAHEAD;
  return isWhole ? found : found.slice(0, -LOOKAHEAD);
};

const wordsInRun = (text: string): string[] => {
  const found: string[] = [];
  for (let start = 0; start < text.length; ) {
    for (const word of firstWords(text.slice(start, start + STRETCH + 1))) {
      found.push(word);
      start += word.length;
    }
  }
  return found;
};

const joinCharacters = (parts: readonly string[]): string[] => {
  const joined: string[] = [];
  let before = "";
  for (const part of parts) {
    if (before !== "" && (CONTINUES.test(part) || CONTINUED.test(before))) joined[joined.length - 1] += part;
    else joined.push(part);
    before = part;
  }
  return joined;
};

/**
 * Finds words only in scripts that are written without spaces, and only in runs that are longer than a part, because
 * finding words takes a long time.
 */
const wordsOf = (text: string): string[] => {
  const isSplit = (run: string): boolean => run.length > PART && WRITTEN_TOGETHER.test(run);
  return joinCharacters(
    text.split(WRITTEN_TOGETHER).flatMap((part) => (isSplit(part) ? wordsInRun(part) : part || [])),
  );
};

/** Reports whether a word has too many grapheme clusters to stay whole. */
const isLong = (word: string): boolean => {
  if (word.length <= LONGEST_WORD) return false;
  let signs = 0;
  for (const _ of letters.segment(word.slice(0, STRETCH))) {
    signs += 1;
    if (signs > LONGEST_WORD) return true;
  }
  return word.length > STRETCH;
};

/**
 * Returns the parts at the start of the text that are certain to be complete. Each part ends before the grapheme
 * cluster that no longer fits. Uses a single ICU iterator, because iterators are expensive to create and delete.
 */
const firstParts = (text: string): string[] => {
  const stretch = text.slice(0, STRETCH);
  const isLast = stretch.length === text.length;
  const signs = letters.segment(stretch);
  const parts: string[] = [];
  for (let start = 0; start < stretch.length; ) {
    const sign = signs.containing(start + PART);
    const end = sign && (sign.index > start ? sign.index : sign.index + sign.segment.length);
    const isCut = !isLast && (end === undefined || end === stretch.length);
    if (isCut && parts.length > 0) break;
    parts.push(stretch.slice(start, end));
    start = end ?? stretch.length;
  }
  return parts;
};

const splitLong = (word: string): string[] => {
  if (!isLong(word)) return [word];
  const found: string[] = [];
  for (let start = 0; start < word.length; )
    for (const part of firstParts(word.slice(start, start + STRETCH + 1))) {
      found.push(part);
      start += part.length;
    }
  return found;
};

const piecesOf = (word: string): string[] =>
  word
    .split(/([\u2e80-\u9fff\ua000-\ua4cf\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}])/u)
    .filter(Boolean)
    .flatMap((piece) => (BROKEN_ANYWHERE.test(piece) ? [piece] : splitLong(piece)));

/** Returns the parts between which a line can end: characters in Chinese and Japanese, words in Thai, Lao and Khmer. */
export const splitWord = (word: string | null): string[] => {
  if (!word) return [];
  if (BROKEN_ANYWHERE.test(word)) return withoutHyphens(piecesOf(word));
  if (WRITTEN_TOGETHER.test(word)) return withoutHyphens(wordsOf(word).flatMap(splitLong));
  return splitLong(word);
};
