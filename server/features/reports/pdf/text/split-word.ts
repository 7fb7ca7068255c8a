/** Words of more letters than this are cut, with a hyphen. */
const LONGEST_WORD = 28;
const PART = 8;

// Written without spaces: a line may end after any sign, or, in Thai, Lao and Khmer, after any word.
const BROKEN_ANYWHERE = /[\u2e80-\u9fff\ua000-\ua4cf\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}]/u;
const WRITTEN_TOGETHER = /[\u0e00-\u0eff\u1780-\u17ff]/;

// What a line must not begin with, and must not end with (JIS X 4051, GB/T 15834).
const NOT_FIRST =
  /^[、。，．・：；？！゛゜´｀¨ヽヾゝゞ々ー’”）〕］｝〉》」』】°′″℃％‰ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.:;?!)\]}]/u;
const NOT_LAST = /[‘“（〔［｛〈《「『【￥＄£([{]$/u;

const words = new Intl.Segmenter("th", { granularity: "word" });
const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

// React-PDF ends a line between two parts with a hyphen, and at an empty part without one.
const withoutHyphens = (parts: readonly string[]): string[] => {
  const kept: string[] = [];
  for (const part of parts) {
    const last = kept.at(-1);
    if (last !== undefined && (NOT_FIRST.test(part) || NOT_LAST.test(last))) kept[kept.length - 1] = last + part;
    else kept.push(...(last === undefined ? [part] : ["", part]));
  }
  return kept;
};

const segmentsOf = (text: string, segmenter: Intl.Segmenter): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);

const splitLong = (word: string): string[] => {
  if (word.length <= LONGEST_WORD) return [word];
  const signs = segmentsOf(word, letters);
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

/** Where a line may end within a word: after any sign of Chinese and Japanese, between the words of Thai. */
export const splitWord = (word: string | null): string[] => {
  if (!word) return [];
  if (BROKEN_ANYWHERE.test(word)) return withoutHyphens(piecesOf(word));
  if (WRITTEN_TOGETHER.test(word)) return withoutHyphens(segmentsOf(word, words).flatMap(splitLong));
  return splitLong(word);
};
