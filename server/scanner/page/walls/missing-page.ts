import { isUrl } from "@/server/core/is-url";
import {
  type Clues,
  countPhrases,
  countWords,
  includesAny,
  isBare,
  mentions,
  type PlainText,
  titleParts,
} from "./clues";
import { repeatsQuery } from "./content-clues";
import { captchas, missingPageNames } from "./known-walls";
import { notFound, waysBack } from "./phrases/missing-page";
import { countSpare, type WallKind } from "./wall-kind";

const isNumber = (text: PlainText): boolean => text.trim() === "404";

const isShortMessage = (text: PlainText): boolean => countWords(text) <= 14 && mentions(text, notFound);

const titlesOf = ({ facts }: Clues): PlainText[] => titleParts(facts.title);

/**
 * Returns the number of words in the main content, if the page marks it up; otherwise, the number of words on the whole
 * page.
 */
const ownWords = ({ facts }: Clues): number => facts.mainWords ?? facts.words;

const saysMissing = (page: Clues): boolean =>
  [...titlesOf(page), ...page.headings, page.text].some((text) => isNumber(text) || mentions(text, notFound));

const isHome = (url: string): boolean =>
  isUrl(url) && /^\/(?:index\.\w{3,5})?$/.test(new URL(url).pathname) && new URL(url).search === "";

/** Reports whether a page other than the home page links to the home page or forwards visitors there. */
const leadsHome = ({ links, facts, url }: Clues): boolean =>
  !isHome(url) && (links.some((link) => isHome(link.url)) || /url='?\/'?$/i.test(facts.refresh ?? ""));

const leadsBack = (text: PlainText): boolean => countWords(text) <= 6 && mentions(text, waysBack);

const ownPath = / (?:404|not found|notfound|error|errors|fehler|erreur) /;

export const missingPage: WallKind = {
  code: "soft_404",
  message: ({ status }) =>
    `The page says that it doesn't exist, but its status is ${status}. Return status 404 for missing pages, and correct the links that lead here.`,
  needed: 5,
  signals: [
    { points: 2, holds: (page) => titlesOf(page).some((part) => mentions(part, notFound)) },
    { points: 1, holds: (page) => titlesOf(page).some(isNumber) },
    { points: 2, holds: ({ headings }) => headings.some(isShortMessage) },
    { points: 1, holds: ({ headings }) => headings.some(isNumber) },
    { points: 1, holds: ({ text }) => mentions(text, notFound) },
    {
      points: 3,
      holds: ({ source, headers }) => includesAny(source, missingPageNames) || headers["x-matched-path"] === "/404",
    },
    { points: 1, holds: (page) => ownWords(page) <= 60 },
    { points: 1, holds: isBare },
    { points: 1, holds: ({ facts }) => facts.words <= 30 },
    { points: 1, holds: leadsHome },
    { points: 1, holds: ({ buttons, links }) => [...buttons, ...links.map(({ text }) => text)].some(leadsBack) },
    { points: 1, holds: ({ text }) => countPhrases(text, notFound) >= 3 },
    { points: 3, holds: ({ isLikeMissing }) => isLikeMissing === true },
    { points: -2, holds: (page) => ownWords(page) > 250 },
    { points: -3, holds: ({ facts }) => facts.structure.some((path) => path.includes(">article")) },
    { points: -9, holds: (page) => !saysMissing(page) },
    // The home page is rarely missing.
    { points: -4, holds: (page) => isHome(page.url) && !page.isRedirected },
    { points: -6, holds: repeatsQuery },
    { points: -3, holds: (page) => includesAny(page.source, captchas) && isBare(page) },
    { points: -5, holds: ({ requestedPath }) => ownPath.test(requestedPath) },
  ],
};

/**
 * Reports whether a page may be a "page not found" page, in which case it is worth checking how the website responds to
 * a URL that can't exist.
 */
export const mayBeMissing = (page: Clues): boolean =>
  page.status < 400 && mentions(page.text, notFound) && countSpare(missingPage, page) >= -3;
