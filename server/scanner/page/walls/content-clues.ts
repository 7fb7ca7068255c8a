import { type Clues, countWords, leads, type PlainText, toPlainText } from "./clues";

const MOST_WORDS_OF_URL = 12;
/** Shorter words in a URL, such as "the" or "for", say little about a page. */
const FEWEST_LETTERS = { word: 4, all: 6 };

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/**
 * Returns the words in the last path segment that contains letters, such as "account" and "suspended" for
 * `/help/account-suspended/12`.
 */
const wordsOfUrl = (address: string): string[] => {
  const parts = new URL(address).pathname.split("/").map((part) => toPlainText(decode(part).replace(/\.\w{2,5}$/, "")));
  const named = parts.findLast((part) => /\p{L}/u.test(part)) ?? "";
  return named
    .split(" ")
    .filter((word) => word.length >= FEWEST_LETTERS.word)
    .slice(0, MOST_WORDS_OF_URL);
};

/**
 * Reports whether the title or the headings match the requested URL. A wall can appear at any URL, whereas a page that
 * matches its URL may contain a wall's typical words because they are its subject.
 */
export const isAboutItsUrl = (page: Clues): boolean => {
  if (page.isRedirected) return false;
  const words = wordsOfUrl(page.url);
  const shared = words.filter((word) => leads(page).some((text) => text.includes(` ${word}`)));
  return shared.length * 3 >= words.length * 2 && shared.join("").length >= FEWEST_LETTERS.all;
};

/** Reports whether the title or a heading repeats what visitors searched for, according to the URL. */
export const repeatsQuery = (page: Clues): boolean =>
  [...new URL(page.finalUrl).searchParams.values()]
    .slice(0, 20)
    .map((value) => toPlainText(value.slice(0, 100)))
    .some((value) => /\p{L}{3}/u.test(value) && leads(page).some((text) => text.includes(value)));

/** Reports whether a page has several parts, each with a heading, below its main heading. */
export const hasSections = ({ facts: { headings } }: Clues): boolean => {
  const [first] = headings;
  return first !== undefined && headings.filter(({ level }) => level > first.level).length >= 2;
};

/** Reports whether a page mentions prices, as shops and restaurants do. */
export const namesPrices = ({ facts }: Clues): boolean =>
  /[£€$¥₺]\s?\d|\d\s?(?:[£€¥₺]|zł|kč|kr\b|eur\b)/i.test(facts.text);

/** Splits a title at separators, such as the dash before the website's name. */
const segmentsOf = (title: string): string[] => title.split(/\s[-–—|·•»‹]\s|[|–—]/);

const sentencesOf = (segment: string): PlainText[] =>
  segment
    .split(/[:!?…]|\.{3}/)
    .map(toPlainText)
    .filter((sentence) => sentence.trim() !== "");

/**
 * Reports whether one of a title's sentences passes a test, and no other sentence changes its meaning, as the second
 * sentence in "Blocked? We unblock drains" does. `fits` reports whether another sentence leaves the meaning unchanged.
 */
export const hasTitleSentence = (
  title: string,
  isWanted: (sentence: PlainText) => boolean,
  fits: (sentence: PlainText) => boolean,
): boolean =>
  segmentsOf(title).some((segment) => {
    const sentences = sentencesOf(segment);
    return (
      sentences.some(isWanted) &&
      sentences.every((sentence) => isWanted(sentence) || countWords(sentence) <= 2 || fits(sentence))
    );
  });
