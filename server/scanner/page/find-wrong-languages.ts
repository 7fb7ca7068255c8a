import type { LanguagePart } from "./rules/list-language-parts";

export interface LanguageOutcome {
  part: number;
  outcome: "pass" | "fail" | "review";
}

type Detector = typeof import("eld/small")["eld"];

const known = new Set(
  "am ar az be bg bn ca cs da de el en es et eu fa fi fr gu he hi hr hu hy is it ja ka kn ko ku lo lt lv ml mr ms nl no or pa pl pt ro ru sk sl sq sr sv ta te th tl tr uk ur vi yo zh".split(
    " ",
  ),
);
const otherCodes: Readonly<Record<string, string>> = { nb: "no", nn: "no", bs: "hr", id: "ms", fil: "tl", iw: "he" };

/** Groups of languages that are too similar to tell apart in short text. */
const families = ["no da sv is", "hr sr sl bg", "cs sk", "es ca pt", "ru uk be bg sr", "fa ar ur ku", "hi mr"].map(
  (family) => family.split(" "),
);
const areClose = (one: string, other: string): boolean =>
  one === other || families.some((family) => family.includes(one) && family.includes(other));

/** Returns the detector's code for a language tag, such as "no" for "nb-NO". */
const codeOf = (tag: string): string => {
  const subtag = tag.trim().toLowerCase().split("-", 1)[0] ?? "";
  return otherCodes[subtag] ?? subtag;
};

const LEAST_LETTERS = 24;
const LEAST_WORDS = { page: 10, part: 6, block: 12 };
/**
 * Minimum number of words for a failure. Blocks without a lang attribute need more words than other text, because
 * shorter ones may consist of names.
 */
const CERTAIN_WORDS = { page: 10, part: 6, block: 30 };
/** Minimum difference between the scores, from 0 to 1, of the detected and the stated language. */
const MARGIN = { certain: 0.25, review: 0.15 };
/** If text has at least this many characters, each third of it is also checked, because long text may mix languages. */
const LONG_TEXT = 400;
const MAX_BLOCKS = 20;

const fillerText = /\b(?:lorem ipsum|dolor sit amet|consectetur)\b/i;

/** Returns the number of words in a part. In writing systems without spaces, two letters count as one word. */
const wordsOf = ({ text, words }: LanguagePart): number => {
  const unspaced = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}]/gu)?.length ?? 0;
  return words + unspaced / 2;
};

const isMixed = (detector: Detector, text: string, language: string): boolean => {
  const third = Math.ceil(text.length / 3);
  const thirds = [0, 1, 2].map((index) => text.slice(index * third, (index + 1) * third));
  return text.length >= LONG_TEXT && thirds.some((part) => detector.detect(part).language !== language);
};

/**
 * Compares the detected language of a part with its stated language. Returns null if the language can't be determined.
 */
const detectOutcome = (detector: Detector, part: LanguagePart): LanguageOutcome["outcome"] | null => {
  const { kind, text } = part;
  const stated = codeOf(part.language);
  const words = wordsOf(part);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (!known.has(stated) || words < LEAST_WORDS[kind] || letters < LEAST_LETTERS || fillerText.test(text)) return null;
  const result = detector.detect(text);
  const { language } = result;
  if (!result.isReliable()) return null;
  if (areClose(language, stated)) return "pass";
  const scores = result.getScores();
  const margin = (scores[language] ?? 0) - (scores[stated] ?? 0);
  if (margin < MARGIN.review) return null;
  const isCertain = margin >= MARGIN.certain && words >= CERTAIN_WORDS[kind] && !isMixed(detector, text, language);
  return isCertain ? "fail" : "review";
};

/**
 * Returns the outcomes of the parts whose language can be determined. Blocks are included only if they don't pass, and
 * only if the page's stated language isn't wrong.
 */
export const findWrongLanguages = async (parts: readonly LanguagePart[]): Promise<LanguageOutcome[]> => {
  if (parts.length === 0) return [];
  // Loads the detector only when the first page needs it, because its tables are large.
  const { eld } = await import("eld/small");
  const outcomes = [...parts.entries()].flatMap(([part, text]) => {
    const detected = detectOutcome(eld, text);
    const outcome = text.hasOtherScript && detected !== "fail" ? "review" : detected;
    return outcome === null ? [] : [{ part, outcome, kind: text.kind }];
  });
  const isPageWrong = outcomes.some(({ kind, outcome }) => kind === "page" && outcome !== "pass");
  const blocks = outcomes.filter(({ kind, outcome }) => kind === "block" && outcome !== "pass" && !isPageWrong);
  return [...outcomes.filter(({ kind }) => kind !== "block"), ...blocks.slice(0, MAX_BLOCKS)].map(
    ({ part, outcome }) => ({
      part,
      outcome,
    }),
  );
};
