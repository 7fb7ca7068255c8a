import { type Clues, countPhrases, hasNavigation, includesAny, isBare, isPhrase, mentions, titleParts } from "./clues";
import { captchas, challenges } from "./known-walls";
import { botChecks, botTitles } from "./phrases/bot-wall";
import type { WallKind } from "./wall-kind";

const isTitle = (title: string): boolean => titleParts(title).some((part) => isPhrase(part, botTitles));

/** Headers that bot protections send only with a challenge or a refusal. */
const isChallenge = ({ headers }: Clues): boolean =>
  headers["cf-mitigated"] === "challenge" ||
  ["captcha", "challenge", "block"].includes(headers["x-amzn-waf-action"] ?? "") ||
  headers["x-vercel-mitigated"] !== undefined ||
  headers["x-sucuri-block"] !== undefined ||
  headers["x-px-block"] !== undefined;

/** A captcha, without a form that it might protect. */
const isCaptchaOnly = (page: Clues): boolean =>
  includesAny(page.source, captchas) && isBare(page) && page.facts.fields.every((type) => type === "checkbox");

/** Titles such as "Please wait" say little by themselves. */
const hasSubstance = (page: Clues): boolean =>
  page.status >= 400 ||
  mentions(page.text, botChecks) ||
  includesAny(page.source, challenges) ||
  includesAny(page.source, captchas);

export const botWall: WallKind = {
  code: "bot_wall",
  message: () =>
    "The website's bot protection stopped the scanner. Allow the user agent Curbcut in the bot protection, then start another audit.",
  needed: 4,
  signals: [
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
    { points: -2, holds: ({ facts }) => facts.words > 200 },
    { points: -3, holds: ({ facts }) => facts.words > 350 },
    { points: -3, holds: ({ facts }) => facts.fields.filter((type) => type !== "checkbox").length >= 2 },
    { points: -4, holds: (page) => hasNavigation(page) && page.status < 400 },
    { points: -2, holds: ({ facts }) => facts.shownLinks.length > 8 },
  ],
};
