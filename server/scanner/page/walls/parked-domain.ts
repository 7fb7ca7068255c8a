import {
  type Clues,
  conceptsIn,
  countPhrases,
  hasNavigation,
  includesAny,
  isBare,
  isPhrase,
  leads,
  mentions,
  type PlainText,
} from "./clues";
import { hasTitleSentence, isAboutItsUrl } from "./content-clues";
import { parkingServices, placeholderFiles } from "./known-walls";
import { domainConcepts } from "./phrases/concepts";
import { domainOffers, parked } from "./phrases/parked-domain";
import type { WallKind } from "./wall-kind";

const isPlaceholder = ({ facts }: Clues): boolean =>
  hasTitleSentence(
    facts.title,
    (sentence) => isPhrase(sentence, parked),
    (sentence) => conceptsIn(sentence, domainConcepts).size > 0,
  );

const namesDomain = ({ facts, url }: Clues): boolean => {
  const domain = new URL(url).hostname.replace(/^www\./, "");
  return [facts.title, ...facts.headings.map(({ text }) => text)].some((text) => text.toLowerCase().includes(domain));
};

/** Reports whether the text names the page's domain, other than in an email address. */
const writesDomain = ({ facts, url }: Clues): boolean => {
  const domain = new URL(url).hostname.replace(/^www\./, "");
  const at = facts.text.toLowerCase().indexOf(domain);
  return at !== -1 && facts.text[at - 1] !== "@";
};

const isAboutSale = (text: PlainText): boolean => {
  const found = conceptsIn(text, domainConcepts);
  return found.has("domain") && (found.has("offer") || found.has("state"));
};

/**
 * Returns how many concepts typical of placeholders a page mentions; 0 if there is much else on the page, or if the
 * page isn't about its domain.
 */
const countConcepts = (page: Clues): number => {
  if (!isBare(page)) return 0;
  const isTopic = namesDomain(page) || writesDomain(page) || leads(page).some(isAboutSale);
  const found = conceptsIn(`${page.title}${page.text}`, domainConcepts);
  return isTopic && found.has("domain") ? found.size : 0;
};

const usesParkingService = ({ source, links, finalUrl }: Clues): boolean =>
  includesAny([source, finalUrl, ...links.map(({ url }) => url)].join("\n").toLowerCase(), parkingServices);

/** Reports whether a file or a link belongs to software that shows placeholders. */
const isHostsFile = ({ source, links, finalUrl }: Clues): boolean =>
  includesAny([source, finalUrl, ...links.map(({ url }) => url)].join("\n").toLowerCase(), placeholderFiles);

const saysParked = (page: Clues): boolean =>
  [page.title, ...page.headings, page.text].some((text) => mentions(text, parked)) ||
  (namesDomain(page) && mentions(page.title + page.text, domainOffers)) ||
  countConcepts(page) >= 2;

/**
 * Reports whether the page is below the home page and doesn't seem to come from a parking service. Hosts show a
 * placeholder only as the home page; parking services show one on every page of a domain.
 */
const isDeepPage = (page: Clues): boolean =>
  !page.isRedirected && new URL(page.url).pathname !== "/" && !usesParkingService(page) && !namesDomain(page);

export const parkedDomain: WallKind = {
  code: "parked_domain",
  message: () =>
    "The domain shows a placeholder page from its registrar or hosting provider instead of a website. Check the website's URL, and whether the domain has expired.",
  needed: 5,
  signals: [
    { points: 2, holds: isPlaceholder },
    { points: 1, holds: ({ title, headings }) => [title, ...headings].some((text) => mentions(text, parked)) },
    {
      points: 1,
      holds: (page) => page.facts.shownLinks.length === 0 && page.headings.some((text) => mentions(text, parked)),
    },
    { points: 1, holds: ({ text }) => countPhrases(text, parked) >= 1 },
    { points: 1, holds: ({ text }) => countPhrases(text, parked) >= 2 },
    { points: 1, holds: ({ text }) => countPhrases(text, parked) >= 3 },
    { points: 1, holds: ({ text, title }) => countPhrases(text + title, domainOffers) >= 2 },
    { points: 2, holds: (page) => namesDomain(page) && mentions(page.title + page.text, domainOffers) },
    { points: -9, holds: (page) => !saysParked(page) },
    { points: 2, holds: (page) => countConcepts(page) >= 2 },
    { points: 1, holds: (page) => countConcepts(page) >= 3 },
    { points: 2, holds: usesParkingService },
    { points: 2, holds: isHostsFile },
    { points: 1, holds: namesDomain },
    { points: 1, holds: (page) => !namesDomain(page) && writesDomain(page) && countConcepts(page) >= 2 },
    { points: -2, holds: (page) => page.facts.fields.length > 0 && !namesDomain(page) && !usesParkingService(page) },
    { points: -3, holds: isAboutItsUrl },
    { points: 1, holds: isBare },
    { points: 1, holds: ({ facts }) => facts.words <= 40 && facts.shownLinks.length <= 2 },
    { points: -3, holds: ({ facts }) => facts.words > 250 },
    { points: -4, holds: hasNavigation },
    { points: -2, holds: ({ facts }) => facts.shownLinks.length > 15 },
    { points: -2, holds: ({ facts }) => facts.headings.length > 2 },
    { points: -5, holds: isDeepPage },
    { points: -5, holds: ({ requestedPath }) => / (?:coming soon|under construction|for sale) /.test(requestedPath) },
  ],
};
