import { type Clues, countWords, includesAny, isPhrase, mentions, type PlainText } from "./clues";
import { browserDownloads } from "./known-walls";
import { waiting, waitingAlone } from "./phrases/empty-page";
import type { WallKind } from "./wall-kind";

const MOST_WORDS = 25;
/** Maximum number of words in an app's error message, which is longer than a loading message. */
const MOST_ERROR_WORDS = 45;

/** Reports whether a heading is as short as "Oops!" or "500". */
const isInterjection = (heading: PlainText): boolean => countWords(heading) <= 2;

const onlyWaits = ({ facts, text, headings }: Clues): boolean =>
  facts.words > 0 &&
  facts.words <= (headings.length > 0 ? MOST_ERROR_WORDS : MOST_WORDS) &&
  (mentions(text, waiting) || isPhrase(text, waitingAlone)) &&
  facts.shownLinks.length <= 4 &&
  headings.every((heading) => isInterjection(heading) || mentions(heading, waiting));

/** Reports whether a page shows a message that links to browser downloads and to nothing else. */
const refusesBrowser = ({ facts, text, links }: Clues): boolean =>
  facts.words <= 80 &&
  facts.headings.length <= 2 &&
  links.length >= 2 &&
  links.every(({ url }) => includesAny(url.toLowerCase(), browserDownloads)) &&
  (mentions(text, waiting) || text.includes(" browser"));

/** Reports whether an app asks for JavaScript, as it would without scripts, although scripts can run. */
const requestsScripts = ({ facts, text, scriptFailures = 0 }: Clues): boolean =>
  facts.words <= MOST_ERROR_WORDS &&
  text.includes(" javascript ") &&
  facts.shownLinks.length + facts.buttons.length === 0 &&
  facts.headings.length <= 1 &&
  (scriptFailures > 0 || hasRoot(facts));

const hasEmptyMain = ({ facts }: Clues): boolean => facts.mainWords === 0 && facts.words <= MOST_WORDS;

/** File names that build tools give to the scripts of apps. */
const bundle = /(?:^|\/)(?:main|index|app|bundle|runtime|vendors?|chunk|entry|polyfills)[^/]{0,80}\.m?js/i;

const hasRoot = ({ names }: Clues["facts"]): boolean =>
  names.some((name) => ["root", "app", "__next", "__nuxt", "q-app", "svelte"].includes(name));

/** Reports whether a page has the element in which an app runs, but shows no more than a slogan in it. */
const isShell = ({ facts }: Clues): boolean =>
  facts.words <= 8 &&
  facts.headings.length + facts.shownLinks.length + facts.buttons.length === 0 &&
  hasRoot(facts) &&
  facts.files.some((file) => bundle.test(file));

/** Reports whether a page has links, buttons or images, but no text. */
const hasControlsOnly = ({ facts }: Clues): boolean =>
  facts.words === 0 && facts.buttons.length + facts.shownLinks.length + facts.images > 0;

/** Beginnings of scripts that load or start an app. */
const appScript =
  /import\(|fetch\(|xmlhttprequest|webpackchunk|__next_f|__nuxt|__remix|__sveltekit|_flutter|__initial_state__|createroot/i;

/** Reports whether a page loads scripts. If it doesn't, it isn't waiting for them. */
const loadsScripts = ({ facts, scriptFailures = 0 }: Clues): boolean =>
  scriptFailures > 0 ||
  facts.files.some((file) => !/\.css(?:$|\?)/i.test(file)) ||
  facts.inlineScripts.some((script) => appScript.test(script));

const isEmpty = (page: Clues): boolean =>
  page.facts.words === 0 ||
  [onlyWaits, hasEmptyMain, isShell, refusesBrowser, requestsScripts].some((holds) => holds(page));

/** Reports whether the page seems to show only a message, which a logo or an illustration may accompany. */
const mayHavePicture = (page: Clues): boolean =>
  [onlyWaits, isShell, refusesBrowser, requestsScripts].some((holds) => holds(page));

export const emptyPage: WallKind = {
  code: "empty_page",
  message: () =>
    "The page is still empty after loading. Check that its scripts run for visitors who have no cookies and aren't signed in, then start another audit.",
  needed: 3,
  signals: [
    { points: 3, holds: isEmpty },
    { points: -3, holds: (page) => !loadsScripts(page) && !refusesBrowser(page) },
    {
      points: -3,
      holds: (page) => page.facts.pictures > (mayHavePicture(page) ? 1 : 0) || page.facts.fields.length > 0,
    },
    { points: -3, holds: hasControlsOnly },
    { points: -3, holds: ({ facts }) => facts.shownLinks.length > 4 || facts.images > 3 },
  ],
};
