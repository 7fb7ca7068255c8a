import {
  type Clues,
  conceptsIn,
  countPhrases,
  hasNavigation,
  includesAny,
  isBare,
  isPhrase,
  isSentTo,
  leads,
  mentions,
  type PlainText,
  titleParts,
} from "./clues";
import { hasSections, isAboutItsUrl } from "./content-clues";
import { maintenanceTools } from "./known-walls";
import { botConcepts, maintenanceConcepts } from "./phrases/concepts";
import { maintenance, maintenanceTitles } from "./phrases/maintenance-page";
import type { WallKind } from "./wall-kind";

const maintenancePath =
  / (?:maintenance|wartung|wartungsarbeiten|mantenimiento|manutenzione|onderhoud|manutencao|travaux|offline|unavailable|downtime|underhall) /;

const isTitle = (text: PlainText): boolean => isPhrase(text, maintenanceTitles);

const says = ({ facts }: Clues): boolean => titleParts(facts.title).some((part) => mentions(part, maintenance));

/** Reports whether the page is a short message without links, even if it is marked up as an article. */
const isArticleOnly = ({ facts }: Clues): boolean =>
  facts.words <= 120 && facts.shownLinks.length === 0 && facts.headings.length <= 2;

const saysHeading = ({ headings }: Clues): boolean =>
  headings.some((text) => isTitle(text) || mentions(text, maintenance));

const isDeadEnd = ({ facts }: Clues): boolean => facts.shownLinks.length === 0;

/** Reports whether a page says that the website is unavailable, or that it will be back after work on it. */
const isAboutOutage = (page: Clues, found: ReadonlySet<string>): boolean => {
  const topics = leads(page).map((text) => conceptsIn(text, maintenanceConcepts));
  const isTopic = (name: string) => topics.some((topic) => topic.has(name));
  if (!found.has("site")) return false;
  if (found.has("away")) return isTopic("away") || found.has("now") || (found.has("back") && found.has("regret"));
  // A short page may apologise for work on the website under a heading that says something else.
  if (["work", "back", "regret"].every((name) => found.has(name)) && page.facts.words <= 60 && isDeadEnd(page))
    return true;
  return ["work", "back", "now"].every((name) => found.has(name)) && (isTopic("work") || isTopic("back"));
};

/** Returns how many concepts typical of maintenance pages a page mentions. */
const countConcepts = (page: Clues): number => {
  if (!isBare(page) && !isArticleOnly(page)) return 0;
  const found = conceptsIn(`${page.title}${page.text}`, maintenanceConcepts);
  return isAboutOutage(page, found) ? found.size : 0;
};

/**
 * Reports whether the website responds to the request for its start page with status 503 and says nothing about bots,
 * which means that it is unavailable.
 */
const isUnavailableStart = (page: Clues): boolean =>
  page.isStart === true && page.status === 503 && isBare(page) && conceptsIn(page.text, botConcepts).size < 3;

export const maintenancePage: WallKind = {
  code: "maintenance",
  message: () =>
    "The website is temporarily unavailable, for example because of maintenance. Start another audit when it is available again.",
  needed: 5,
  signals: [
    { points: 2, holds: (page) => says(page) || titleParts(page.facts.title).some(isTitle) },
    { points: 2, holds: saysHeading },
    { points: 1, holds: ({ text }) => countPhrases(text, maintenance) >= 1 },
    { points: 1, holds: ({ text }) => countPhrases(text, maintenance) >= 2 },
    { points: 1, holds: ({ text }) => countPhrases(text, maintenance) >= 3 },
    { points: 3, holds: (page) => countConcepts(page) >= 3 },
    { points: 1, holds: (page) => countConcepts(page) >= 5 },
    { points: 1, holds: (page) => isDeadEnd(page) && (countConcepts(page) >= 3 || saysHeading(page)) },
    { points: 2, holds: isUnavailableStart },
    { points: 3, holds: ({ source }) => includesAny(source, maintenanceTools) },
    { points: 3, holds: (page) => isSentTo(maintenancePath, page) },
    { points: 2, holds: ({ status }) => status === 503 },
    { points: 1, holds: ({ headers }) => headers["retry-after"] !== undefined },
    { points: 1, holds: (page) => isBare(page) || isArticleOnly(page) },
    { points: -5, holds: (page) => !isBare(page) && !isArticleOnly(page) },
    { points: -3, holds: ({ facts }) => facts.words > 200 },
    { points: -3, holds: (page) => hasNavigation(page) && !isArticleOnly(page) },
    { points: -5, holds: ({ requestedPath }) => maintenancePath.test(requestedPath) },
    { points: -5, holds: isAboutItsUrl },
    { points: -4, holds: hasSections },
  ],
};
