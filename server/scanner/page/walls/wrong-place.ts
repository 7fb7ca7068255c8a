import { isUrl } from "@/server/core/is-url";
import {
  type Clues,
  conceptsIn,
  countPhrases,
  countWords,
  hasNavigation,
  isBare,
  isGate,
  isSentTo,
  leads,
  mentions,
  type PlainText,
  toPlainText,
} from "./clues";
import { hasSections, isAboutItsUrl } from "./content-clues";
import { maintenanceConcepts } from "./phrases/concepts";
import { placeBlocks, placeChoices } from "./phrases/wrong-place";
import type { WallKind } from "./wall-kind";

const LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pt"];
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/**
 * Returns the names of all countries, in each of `LANGUAGES` and in the country's own language, and of all languages,
 * in English and in the language itself.
 */
const listPlaces = (): ReadonlySet<PlainText> => {
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  const nameIn = (locale: string, type: "region" | "language", code: string) =>
    new Intl.DisplayNames(locale, { type, fallback: "none" }).of(code);
  const names = codes.flatMap((code) => [
    ...LANGUAGES.map((language) => nameIn(language, "region", code)),
    ...[code.toLowerCase(), "en"].map((language) => nameIn(language, "language", code.toLowerCase())),
  ]);
  const own = codes.map((code) => nameIn(languageOf(code), "region", code));
  return new Set([...names, ...own].flatMap((name) => (name ? toPlainText(name) : [])));
};

/** Returns the language that most people in a country speak. */
const languageOf = (country: string): string => new Intl.Locale("und", { region: country }).maximize().language;

let places: ReadonlySet<PlainText> | undefined;

const isPlace = (text: PlainText): boolean => {
  places ??= listPlaces();
  if (places.has(text)) return true;
  // The text may name a country and a language, such as "Canada (Français)".
  const words = text.trim().split(" ").slice(0, MOST_WORDS_OF_PLACES);
  const at = words.findIndex(
    (_, index) => index > 0 && isListed(words.slice(0, index)) && isListed(words.slice(index)),
  );
  return at !== -1;
};

const MOST_WORDS_OF_PLACES = 8;

const isListed = (words: readonly string[]): boolean => places?.has(` ${words.join(" ")} `) === true;

/** Reports whether a URL leads to the home page for a country or language, such as `/de/` or `/en-gb`. */
const isLocaleUrl = (url: string): boolean =>
  isUrl(url) && /^\/(?:[a-z]{2}|[a-z]{2}[-_/][a-z]{2})(?:\/(?:index\.\w{3,5}|home)?)?$/i.test(new URL(url).pathname);

type Link = Clues["links"][number];

const isChoice = ({ url, text }: Link): boolean => isLocaleUrl(url) || isPlace(text);

const countChoices = ({ links, facts, buttons }: Clues): number =>
  links.filter(isChoice).length + [...facts.options.map(toPlainText), ...buttons].filter(isPlace).length;

const countOtherLinks = ({ links }: Clues): number => links.filter((link) => !isChoice(link)).length;

/** Returns the share of the visible words that belong to choices of a country or language. */
const choiceShare = ({ links, facts, buttons }: Clues): number => {
  const choices = [...links.filter(isChoice).map(({ text }) => text), ...buttons.filter(isPlace)];
  return choices.reduce((sum, text) => sum + countWords(text), 0) / Math.max(facts.words, 1);
};

const choicePath =
  / (?:choose|choose store|select|store|stores|shop|gateway|disclaimer|country|countries|region|regions|language|languages|locale|locations|international|worldwide|laender|lander|land|pays|paises|paesi|landen|sprache|langue|idioma|lingua|taal) /;

export const placeChoice: WallKind = {
  code: "wrong_place",
  message: () =>
    "The page only asks visitors to choose a country or language. Enter the URL of the website for one country or language instead.",
  needed: 5,
  signals: [
    { points: 2, holds: ({ title, headings }) => [title, ...headings].some((text) => mentions(text, placeChoices)) },
    { points: 1, holds: ({ text }) => mentions(text, placeChoices) },
    { points: 2, holds: (page) => countChoices(page) >= 2 },
    { points: 1, holds: (page) => countChoices(page) >= 4 },
    { points: 3, holds: (page) => countChoices(page) >= 2 && countOtherLinks(page) === 0 && choiceShare(page) >= 0.6 },
    { points: 2, holds: (page) => isGate(page) && (countChoices(page) >= 3 || choicePath.test(page.path)) },
    { points: -3, holds: (page) => countOtherLinks(page) > 8 },
    { points: -3, holds: ({ facts }) => facts.words > 400 },
    { points: -4, holds: hasNavigation },
    { points: -4, holds: ({ requestedPath, isRedirected }) => !isRedirected && choicePath.test(requestedPath) },
    { points: -3, holds: isAboutItsUrl },
  ],
};

const blockPath =
  / (?:overseas|no disponible|geo|geoblock|blocked|unavailable|restricted|region|country|eu|gdpr|not available) /;

/** Laws that lead some websites to refuse visitors from certain countries. */
const privacyLaw = / (?:european economic area|european union|eea|gdpr|dsgvo|rgpd|avg|general data protection) /;

const isAway = (text: PlainText): boolean => conceptsIn(text, maintenanceConcepts).has("away");

export const placeBlock: WallKind = {
  code: "wrong_place",
  message: () =>
    "The website doesn't serve visitors from the country that the scanner runs in. Allow the Curbcut user agent, or run the scanner in another country.",
  needed: 4,
  signals: [
    { points: 4, holds: ({ status }) => status === 451 },
    { points: 2, holds: ({ text }) => countPhrases(text, placeBlocks) >= 1 },
    { points: 1, holds: ({ text }) => countPhrases(text, placeBlocks) >= 2 },
    { points: 1, holds: ({ title, headings }) => [title, ...headings].some((text) => mentions(text, placeBlocks)) },
    { points: 1, holds: ({ status }) => status === 403 },
    {
      points: 4,
      holds: ({ isStart, status, text }) => isStart === true && status === 403 && mentions(text, placeBlocks),
    },
    {
      points: 1,
      holds: (page) =>
        page.facts.shownLinks.length === 0 && leads(page).some(isAway) && mentions(page.text, placeBlocks),
    },
    { points: 1, holds: (page) => isSentTo(blockPath, page) },
    { points: 1, holds: ({ facts }) => facts.words <= 60 && facts.shownLinks.length <= 2 },
    { points: 2, holds: ({ text }) => privacyLaw.test(text) && mentions(text, placeBlocks) && isAway(text) },
    { points: -4, holds: (page) => !isBare(page) },
    { points: -2, holds: hasSections },
    { points: -3, holds: isAboutItsUrl },
  ],
};
