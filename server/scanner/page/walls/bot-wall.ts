import {
  type Clues,
  conceptsIn,
  countPhrases,
  hasNavigation,
  includesAny,
  isBare,
  isPhrase,
  isUnlisted,
  leads,
  mentions,
} from "./clues";
import { hasTitleSentence, isAboutItsUrl, namesPrices } from "./content-clues";
import { captchas, challenges } from "./known-walls";
import { botChecks, botTitles } from "./phrases/bot-wall";
import { botConcepts } from "./phrases/concepts";
import { countSpare, type Signal, type WallKind } from "./wall-kind";

const isTitle = (title: string): boolean =>
  hasTitleSentence(
    title,
    (sentence) => isPhrase(sentence, botTitles),
    (sentence) => conceptsIn(sentence, botConcepts).size > 0,
  );

/** Headers that bot protection services send only with a challenge or a refusal. */
const isChallenge = ({ headers }: Clues): boolean =>
  headers["cf-mitigated"] === "challenge" ||
  ["captcha", "challenge", "block"].includes(headers["x-amzn-waf-action"] ?? "") ||
  headers["x-vercel-mitigated"] !== undefined ||
  headers["x-sucuri-block"] !== undefined ||
  headers["x-px-block"] !== undefined;

/** Reports whether a page has no fields, except perhaps one for the solution to a captcha. */
const requestsSolution = ({ facts: { fields } }: Clues): boolean =>
  fields.every((type) => ["checkbox", "text", "number", "range"].includes(type)) &&
  fields.filter((type) => type !== "checkbox").length <= 1;

/** Reports whether a page shows a captcha, but no form that the captcha might protect. */
const isCaptchaOnly = (page: Clues): boolean =>
  includesAny(page.source, captchas) && isBare(page) && requestsSolution(page);

/**
 * Reports whether the page contains little more than a message to visitors, perhaps with the usual header and footer.
 */
const isNotice = (page: Clues): boolean =>
  page.facts.words <= (page.status >= 400 ? 220 : 140) &&
  page.facts.shownLinks.length <= 8 &&
  !hasNavigation(page) &&
  requestsSolution(page);

const hasAny = (found: ReadonlySet<string>, names: readonly string[]): boolean => names.some((name) => found.has(name));

/**
 * Reports whether the concepts that a page mentions concern the visitor. Companies that sell locks or robots write
 * about some of the same concepts, but not about the visitor's connection.
 */
const isAboutVisitor = (found: ReadonlySet<string>): boolean =>
  hasAny(found, ["connection", "traffic", "proof", "wait"]) && hasAny(found, ["robot", "human", "proof", "traffic"]);

const isConnectionCheck = (page: Clues, found: ReadonlySet<string>): boolean =>
  ["connection", "check", "wait"].every((name) => found.has(name)) &&
  leads(page).some((text) => hasAny(conceptsIn(text, botConcepts), ["check", "wait"]));

/** Returns how many concepts typical of bot walls a page mentions; 0 unless its title or a heading mentions one. */
const countConcepts = (page: Clues): number => {
  if (!isNotice(page) || !leads(page).some((text) => conceptsIn(text, botConcepts).size > 0)) return 0;
  const found = conceptsIn(`${page.title}${page.text}`, botConcepts);
  return page.status >= 400 || isAboutVisitor(found) || isConnectionCheck(page, found)
    ? found.size
    : Math.min(found.size, 2);
};

/** Reports whether a page reloads itself and shows nothing but a message such as "Checking" or "One moment". */
const isPause = ({ facts, text }: Clues): boolean =>
  facts.words <= 20 &&
  facts.shownLinks.length + facts.pictures === 0 &&
  facts.refresh !== null &&
  hasAny(conceptsIn(text, botConcepts), ["check", "wait"]);

/** Reports whether the title or a heading is a request such as "Confirm that you are human". */
const isRequest = (page: Clues): boolean =>
  leads(page).some((text) => {
    const found = conceptsIn(text, botConcepts);
    return found.size >= 2 && hasAny(found, ["check", "refusal", "proof"]);
  });

/** Reports whether a page without links contains a short request for visitors to prove that they are human. */
const isShortRequest = (page: Clues): boolean =>
  page.facts.words <= 40 && page.facts.shownLinks.length === 0 && isRequest(page);

const namesRobots = (page: Clues): boolean =>
  leads(page).some((text) => {
    const found = conceptsIn(text, botConcepts);
    return found.has("check") && hasAny(found, ["robot", "human"]);
  });

/** An IP address, a UUID or another long identifier that visitors are asked to quote. */
const identifier = /\b(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]{8}-[\da-f]{4}-[\da-f]{4}|[\da-f]{16}|\d{10})/i;

/** Statuses with which servers refuse a browser's request for a page. */
const refusals = [403, 405, 406, 418, 429];

/** A sign of a bot wall: the website refuses to show its start page, which hardly ever happens to visitors. */
const isRefusedStart: Signal = {
  points: 4,
  holds: (page) => page.isStart === true && refusals.includes(page.status) && isNotice(page),
};

/**
 * Reports whether the page has a description or a canonical link for search engines, which suggests that it is meant to
 * be read.
 */
const isPresented = ({ facts, status }: Clues): boolean =>
  status < 400 && (facts.canonicals.length > 0 || facts.description !== null);

/**
 * Reports whether only the wording suggests a bot wall: the page mentions fewer than three typical concepts, such as a
 * refusal or a robot, and contains nothing from a bot protection service.
 */
const isWordsOnly = (page: Clues): boolean =>
  page.status < 400 &&
  countConcepts(page) < 3 &&
  !includesAny(page.source, challenges) &&
  !includesAny(page.source, captchas) &&
  !isPause(page);

/**
 * Reports whether more than the title suggests a bot wall, because titles such as "Please wait" say little by
 * themselves.
 */
const hasSubstance = (page: Clues): boolean =>
  page.status >= 400 ||
  mentions(page.text, botChecks) ||
  includesAny(page.source, challenges) ||
  includesAny(page.source, captchas) ||
  countConcepts(page) >= 2 ||
  isPause(page);

const message =
  "The website's bot protection blocked the scanner. Allow the Curbcut user agent in its settings, then start another audit.";

const isCertain = (page: Clues): boolean => countSpare(botWall, page) >= isRefusedStart.points;

export const botWall: WallKind = {
  code: "bot_wall",
  message: (page) =>
    !isRefusedStart.holds(page) || isCertain(page)
      ? message
      : `The server refused to send the page: status ${page.status}. If browsers show the page, bot protection blocked the scanner: allow the Curbcut user agent in its settings, then start another audit. Otherwise, enter the URL of a public page.`,
  needed: 4,
  signals: [
    isRefusedStart,
    { points: 2, holds: (page) => countConcepts(page) >= 3 },
    { points: 1, holds: (page) => countConcepts(page) >= 4 },
    { points: 1, holds: (page) => countConcepts(page) >= 6 },
    { points: 1, holds: (page) => countConcepts(page) >= 2 && isCaptchaOnly(page) },
    { points: 1, holds: isShortRequest },
    { points: 1, holds: (page) => isShortRequest(page) && namesRobots(page) },
    { points: 3, holds: isPause },
    { points: 1, holds: (page) => countConcepts(page) >= 2 && isRequest(page) },
    { points: 1, holds: (page) => isBare(page) && isUnlisted(page) },
    { points: 1, holds: (page) => countConcepts(page) >= 2 && identifier.test(page.facts.text) },
    { points: 1, holds: (page) => countConcepts(page) >= 2 && page.facts.refresh !== null },
    { points: 5, holds: isChallenge },
    { points: 3, holds: ({ source }) => includesAny(source, challenges) },
    { points: 2, holds: isCaptchaOnly },
    { points: 2, holds: ({ facts }) => isTitle(facts.title) },
    { points: 1, holds: ({ facts }) => facts.headings.some(({ text }) => isTitle(text)) },
    { points: 1, holds: ({ title, headings }) => [title, ...headings].some((text) => mentions(text, botChecks)) },
    { points: 1, holds: ({ text }) => mentions(text, botChecks) },
    { points: 1, holds: ({ text }) => countPhrases(text, botChecks) >= 2 },
    { points: 1, holds: ({ status }) => [202, 403, 405, 429, 503].includes(status) },
    { points: 1, holds: isBare },
    { points: -2, holds: (page) => !hasSubstance(page) },
    { points: -2, holds: isWordsOnly },
    { points: -3, holds: (page) => namesPrices(page) && page.status < 400 },
    { points: -6, holds: isAboutItsUrl },
    { points: -2, holds: ({ facts }) => facts.words > 200 },
    { points: -3, holds: ({ facts }) => facts.words > 350 },
    { points: -3, holds: ({ facts }) => facts.fields.filter((type) => type !== "checkbox").length >= 2 },
    { points: -4, holds: (page) => hasNavigation(page) && page.status < 400 },
    { points: -2, holds: isPresented },
    { points: -2, holds: ({ facts }) => facts.shownLinks.length > 8 },
  ],
};
