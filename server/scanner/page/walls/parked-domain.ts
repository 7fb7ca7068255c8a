import { type Clues, countPhrases, hasNavigation, includesAny, isBare, isPhrase, mentions, titleParts } from "./clues";
import { parkingServices, placeholderFiles } from "./known-walls";
import { domainOffers, parked } from "./phrases/parked-domain";
import type { WallKind } from "./wall-kind";

const isPlaceholder = ({ facts }: Clues): boolean => titleParts(facts.title).some((part) => isPhrase(part, parked));

const namesDomain = ({ facts, url }: Clues): boolean => {
  const domain = new URL(url).hostname.replace(/^www\./, "");
  return [facts.title, ...facts.headings.map(({ text }) => text)].some((text) => text.toLowerCase().includes(domain));
};

const saysParked = (page: Clues): boolean =>
  [page.title, ...page.headings, page.text].some((text) => mentions(text, parked)) ||
  (namesDomain(page) && mentions(page.title + page.text, domainOffers));

const isDeepPage = (page: Clues): boolean => !page.isRedirected && new URL(page.url).pathname !== "/";

export const parkedDomain: WallKind = {
  code: "parked_domain",
  message: () =>
    "The domain shows a placeholder of its registrar or hosting provider, not a website. Check the website's URL, and whether the domain has expired.",
  needed: 5,
  signals: [
    { points: 2, holds: isPlaceholder },
    { points: 1, holds: ({ title, headings }) => [title, ...headings].some((text) => mentions(text, parked)) },
    { points: 1, holds: ({ text }) => countPhrases(text, parked) >= 1 },
    { points: 1, holds: ({ text }) => countPhrases(text, parked) >= 2 },
    { points: 1, holds: ({ text }) => countPhrases(text, parked) >= 3 },
    { points: 1, holds: ({ text, title }) => countPhrases(text + title, domainOffers) >= 2 },
    { points: 2, holds: (page) => namesDomain(page) && mentions(page.title + page.text, domainOffers) },
    { points: -9, holds: (page) => !saysParked(page) },
    {
      points: 2,
      holds: ({ source, links, finalUrl }) =>
        includesAny([source, finalUrl, ...links.map(({ url }) => url)].join("\n").toLowerCase(), parkingServices),
    },
    { points: 2, holds: ({ source, finalUrl }) => includesAny(source + finalUrl.toLowerCase(), placeholderFiles) },
    { points: 1, holds: namesDomain },
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
