/** Maximum number of letters in a word that isn't hyphenated. */
const LONGEST_WORD = 28;
const PART = 8;

// Scripts written without spaces. A line may end after any character or, in Thai, Lao and Khmer, after any word.
const BROKEN_ANYWHERE = /[\u2e80-\u9fff\ua000-\ua4cf\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}]/u;
const WRITTEN_TOGETHER = /[\u0e00-\u0eff\u1780-\u17ff]/;

// Characters that must not start or end a line (JIS X 4051, GB/T 15834).
const NOT_FIRST =
  /^[、。，．・：；？！゛゜´｀¨ヽヾゝゞ々ー’”）〕］｝〉》」』】°′″℃％‰ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.:;?!)\]}]/u;
const NOT_LAST = /[‘“（〔［｛〈《「『【￥＄£([{]$/u;

const words = new Intl.Segmenter("th", { granularity: "word" });
const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

// React-PDF adds a hyphen when it breaks a line between two parts, but not next to an empty part.
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
 * Number of characters passed to a segmenter at once, because V8's time per segment grows with the length of the text.
 */
const STRETCH = 400;
/** More words than ICU's ThaiBreakEngine looks ahead in order to find the end of a word. */
const LOOKAHEAD = 5;

/** Returns the segments of the text's first stretch, except those that the end of the stretch may have cut. */
const firstSegments = (text: string, segmenter: Intl.Segmenter): string[] => {
  const isCutInHalf = text.length > STRETCH && text.codePointAt(STRETCH - 1) !== text.charCodeAt(STRETCH - 1);
  const stretch = text.slice(0, isCutInHalf ? STRETCH - 1 : STRETCH);
  const segments = Array.from(segmenter.segment(stretch), ({ segment }) => segment);
  const isWhole = stretch.length === text.length || segments.length <= LOOKAHEAD;
  return isWhole ? segments : segments.slice(0, -LOOKAHEAD);
};

const segmentsOf = (text: string, segmenter: Intl.Segmenter): string[] => {
  const found: string[] = [];
  for (let start = 0; start < text.length; ) {
    for (const segment of firstSegments(text.slice(start, start + STRETCH + 1), segmenter)) {
      found.push(segment);
      start += segment.length;
    }
  }
  return found;
};

// Letters and punctuation of common scripts, which are separate signs unless another kind of character is next to them,
// such as a combining mark. © and ® aren't included, because they can be part of an emoji.
const ALONE = [
  " -\\u00a8\\u00aa-\\u00ad\\u00af-\\u02ff", // Latin
  "\\u0370-\\u0482\\u048a-\\u052f", // Greek and Cyrillic
  "\\u05d0-\\u05ea\\u0620-\\u064a\\u0671-\\u06d3", // Hebrew and Arabic
  "\\u0904-\\u0939", // Devanagari
  "\\u0e01-\\u0e30\\u0e40-\\u0e46", // Thai
  "\\uac00-\\ud7a3", // Korean
].join("");
// Runs of such characters, or runs that a segmenter has to read because they contain another kind of character.
// Backtracks, but by one character at most, because each kind of character ends the other's run.
const RUNS = new RegExp(
  `(?<alone>(?:[${ALONE}](?![^${ALONE}]))+)|[${ALONE}]?[^${ALONE}]+(?:[${ALONE}][^${ALONE}]+)*[${ALONE}]?`,
  "g",
);

const signsOf = (word: string): string[] =>
  Array.from(word.matchAll(RUNS)).flatMap(({ 0: run, groups }) =>
    groups?.["alone"] === undefined ? segmentsOf(run, letters) : run.split(""),
  );

const splitLong = (word: string): string[] => {
  if (word.length <= LONGEST_WORD) return [word];
  const signs = signsOf(word);
  if (signs.length <= LONGEST_WORD) return [word];
  const parts: string[] = [];
  for (let start = 0; start < signs.length; start += PART) parts.push(signs.slice(start, start + PART).join(""));
  return parts;
};

const piecesOf = (word: string): string[] =>
  word
    .split(/([\u2e80-\u9fff\ua000-\ua4cf\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}])/u)
    .filter(Boolean)
    .flatMap((piece) => (BROKEN_ANYWHERE.test(piece) ? [piece] : splitLong(piece)));

/** Returns the parts between which a line may end: characters in Chinese and Japanese, words in Thai, Lao and Khmer. */
export const splitWord = (word: string | null): string[] => {
  if (!word) return [];
  if (BROKEN_ANYWHERE.test(word)) return withoutHyphens(piecesOf(word));
  if (WRITTEN_TOGETHER.test(word)) return withoutHyphens(segmentsOf(word, words).flatMap(splitLong));
  return splitLong(word);
};
