import { type Clues, mentions } from "./clues";
import { waiting } from "./phrases/empty-page";
import type { WallKind } from "./wall-kind";

const MOST_WORDS = 25;

const onlyWaits = ({ facts, text, headings }: Clues): boolean =>
  facts.words > 0 &&
  facts.words <= MOST_WORDS &&
  mentions(text, waiting) &&
  headings.every((heading) => mentions(heading, waiting));

const hasEmptyMain = ({ facts }: Clues): boolean => facts.mainWords === 0 && facts.words <= MOST_WORDS;

/** Links, buttons and images without text show at least that something is there. */
const hasControlsOnly = ({ facts }: Clues): boolean =>
  facts.words === 0 && facts.buttons.length + facts.shownLinks.length + facts.images > 0;

/** A page that doesn't load any scripts isn't waiting for them. */
const loadsScripts = ({ facts }: Clues): boolean =>
  facts.files.some((file) => !/\.css(?:$|\?)/i.test(file)) ||
  facts.inlineScripts.some((script) => script.includes("import("));

export const emptyPage: WallKind = {
  code: "empty_page",
  message: () =>
    "The page is still empty after loading. Check that its scripts run for visitors without cookies or a login, then start another audit.",
  needed: 3,
  signals: [
    { points: 3, holds: (page) => page.facts.words === 0 || onlyWaits(page) || hasEmptyMain(page) },
    { points: -3, holds: (page) => !loadsScripts(page) },
    { points: -3, holds: ({ facts }) => facts.pictures > 0 || facts.fields.length > 0 },
    { points: -3, holds: hasControlsOnly },
    { points: -3, holds: ({ facts }) => facts.shownLinks.length > 4 || facts.images > 3 },
  ],
};
