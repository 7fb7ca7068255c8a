import {
  type Clues,
  countPhrases,
  hasNavigation,
  includesAny,
  isBare,
  isPhrase,
  isSentTo,
  mentions,
  type PlainText,
  titleParts,
} from "./clues";
import { maintenanceTools } from "./known-walls";
import { maintenance, maintenanceTitles } from "./phrases/maintenance-page";
import type { WallKind } from "./wall-kind";

const maintenancePath =
  / (?:maintenance|wartung|wartungsarbeiten|mantenimiento|manutenzione|onderhoud|manutencao|travaux|offline|unavailable|downtime|underhall) /;

const isTitle = (text: PlainText): boolean => isPhrase(text, maintenanceTitles);

const says = ({ facts }: Clues): boolean => titleParts(facts.title).some((part) => mentions(part, maintenance));

export const maintenancePage: WallKind = {
  code: "maintenance",
  message: () =>
    "The website is temporarily unavailable, for example because of maintenance. Start another audit when it is available again.",
  needed: 5,
  signals: [
    { points: 2, holds: (page) => says(page) || titleParts(page.facts.title).some(isTitle) },
    { points: 2, holds: ({ headings }) => headings.some((text) => isTitle(text) || mentions(text, maintenance)) },
    { points: 1, holds: ({ text }) => countPhrases(text, maintenance) >= 1 },
    { points: 1, holds: ({ text }) => countPhrases(text, maintenance) >= 2 },
    { points: 1, holds: ({ text }) => countPhrases(text, maintenance) >= 3 },
    { points: 3, holds: ({ source }) => includesAny(source, maintenanceTools) },
    { points: 3, holds: (page) => isSentTo(maintenancePath, page) },
    { points: 2, holds: ({ status }) => status === 503 },
    { points: 1, holds: ({ headers }) => headers["retry-after"] !== undefined },
    { points: 1, holds: isBare },
    { points: -5, holds: (page) => !isBare(page) },
    { points: -3, holds: ({ facts }) => facts.words > 200 },
    { points: -3, holds: hasNavigation },
    { points: -5, holds: ({ requestedPath }) => maintenancePath.test(requestedPath) },
  ],
};
