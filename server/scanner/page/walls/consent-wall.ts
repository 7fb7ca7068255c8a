import {
  type Clues,
  countPhrases,
  countWords,
  hasNavigation,
  includesAny,
  isBare,
  isGate,
  isPhrase,
  isSentTo,
  mentions,
  type PlainText,
} from "./clues";
import { consentTools } from "./known-walls";
import { consentButtons, consentTitles, consentTopics } from "./phrases/consent-wall";
import type { WallKind } from "./wall-kind";

const isAboutConsent = (text: PlainText): boolean => mentions(text, consentTitles) || mentions(text, consentTopics);

const givesConsent = (text: PlainText): boolean =>
  isPhrase(text, consentButtons) || (countWords(text) <= 8 && mentions(text, consentButtons));

const requestsConsent = ({ buttons, links }: Clues): boolean =>
  [...buttons, ...links.map(({ text }) => text)].some(givesConsent);

const privacyPath = / (?:cookies?|privacy|consent|cmp|gdpr|dsgvo|datenschutz|privacidad|confidentialite|privacidade) /;

const isDialogOnly = ({ facts }: Clues): boolean => facts.words > 0 && facts.dialogWords >= facts.words * 0.9;

const hasOtherHeading = ({ headings }: Clues): boolean => headings.some((text) => !isAboutConsent(text));

/** Nothing is visible except a frame of a consent tool. */
const isFrameOnly = ({ facts }: Clues): boolean =>
  facts.words <= 5 &&
  facts.frames.length > 0 &&
  facts.frames.every((url) => includesAny(url.toLowerCase(), consentTools));

const hasConsentChoice = ({ facts, text }: Clues): boolean =>
  facts.fields.some((type) => type === "checkbox" || type === "radio") && mentions(text, consentButtons);

export const consentWall: WallKind = {
  code: "consent_wall",
  message: () =>
    "The website shows a request for consent instead of this page. Let the user agent Curbcut see the page without it, then start another audit.",
  needed: 5,
  signals: [
    { points: 2, holds: ({ title, headings }) => [title, ...headings].some(isAboutConsent) },
    { points: 2, holds: requestsConsent },
    { points: 1, holds: ({ text }) => countPhrases(text, consentTopics) >= 2 },
    { points: 1, holds: ({ text }) => mentions(text, consentTitles) },
    { points: 1, holds: ({ source }) => includesAny(source, consentTools) },
    { points: 1, holds: ({ facts }) => facts.words <= 250 && facts.shownLinks.length <= 8 },
    { points: 1, holds: isBare },
    { points: 2, holds: isDialogOnly },
    { points: 5, holds: isFrameOnly },
    { points: 1, holds: hasConsentChoice },
    { points: 1, holds: isGate },
    { points: 2, holds: (page) => isSentTo(privacyPath, page) },
    { points: -4, holds: ({ facts }) => facts.words > 500 || facts.shownLinks.length > 20 },
    { points: -4, holds: (page) => hasOtherHeading(page) && !isDialogOnly(page) },
    { points: -4, holds: (page) => hasNavigation(page) && !isDialogOnly(page) },
    { points: -4, holds: (page) => !requestsConsent(page) && !isFrameOnly(page) && !hasConsentChoice(page) },
    { points: -5, holds: ({ requestedPath }) => privacyPath.test(requestedPath) },
  ],
};
