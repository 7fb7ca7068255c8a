import {
  type Clues,
  conceptsIn,
  countPhrases,
  countWords,
  hasNavigation,
  includesAny,
  isBare,
  isGate,
  isPhrase,
  isSentTo,
  leads,
  mentions,
  type PlainText,
} from "./clues";
import { consentTools } from "./known-walls";
import { consentConcepts } from "./phrases/concepts";
import { ageTitles, consentButtons, consentTitles, consentTopics } from "./phrases/consent-wall";
import type { WallKind } from "./wall-kind";

const isAboutConsent = (text: PlainText): boolean =>
  mentions(text, consentTitles) || mentions(text, consentTopics) || mentions(text, ageTitles) || isAboutData(text);

const isAboutData = (text: PlainText): boolean => {
  const found = conceptsIn(text, consentConcepts);
  return found.has("data") || found.has("ads") || found.size >= 2;
};

const givesConsent = (text: PlainText): boolean =>
  isPhrase(text, consentButtons) ||
  (countWords(text) <= 8 && (mentions(text, consentButtons) || conceptsIn(text, consentConcepts).has("choice")));

/**
 * Reports whether a page contains little besides a choice, such as to accept, reject or pay, and text about several
 * aspects of consent.
 */
const offersChoice = (page: Clues): boolean => {
  const choices = [...page.buttons, ...page.links.map(({ text }) => text)];
  return isBare(page) && choices.length >= 2 && conceptsIn(page.text, consentConcepts).size >= 3;
};

/**
 * Reports whether a page offers a choice between consent to advertising and a subscription, which banners on ordinary
 * pages don't offer.
 */
const offersSubscription = (page: Clues): boolean =>
  offersChoice(page) &&
  page.facts.fields.length === 0 &&
  [...page.buttons, ...page.links.map(({ text }) => text)].some((text) =>
    conceptsIn(text, consentConcepts).has("payment"),
  );

const hasQuestion = ({ facts }: Clues): boolean => facts.words <= 60 && /[?？؟;]/.test(facts.text);

/** Reports whether a page checks the visitor's age, with a choice and little else. */
const requestsAge = (page: Clues): boolean =>
  page.facts.words <= 120 &&
  page.facts.shownLinks.length <= 6 &&
  !hasNavigation(page) &&
  // A date of birth may consist of three fields.
  page.facts.fields.length <= 6 &&
  page.facts.fields.every((type) => ["checkbox", "select", "number", "date", "text", "tel"].includes(type)) &&
  [...leads(page), ...(hasQuestion(page) ? [page.text] : [])].some((text) => mentions(text, ageTitles)) &&
  page.buttons.length + page.links.length >= 2 &&
  page.facts.headings.length <= 2;

const requestsConsent = ({ buttons, links }: Clues): boolean =>
  [...buttons, ...links.map(({ text }) => text)].some(givesConsent);

const privacyPath =
  / (?:cookies?|privacy|disclaimer|terms|age gate|agegate|age verification|age check|consent|cmp|gdpr|dsgvo|datenschutz|privacidad|confidentialite|privacidade) /;

const consentHosts = ["consent", "cookie", "privacy", "gdpr"];

/** Reports whether a page offers a choice after a redirect to a URL that contains a word such as "consent". */
const isSentToChoice = (page: Clues): boolean =>
  page.isRedirected &&
  offersChoice(page) &&
  includesAny(page.path, consentHosts) &&
  !includesAny(page.requestedPath, consentHosts);

const isDialogOnly = ({ facts }: Clues): boolean => facts.words > 0 && facts.dialogWords >= facts.words * 0.9;

/**
 * Reports whether the request is in a dialog, and most of the visible text is outside the dialog, under a heading of
 * its own.
 */
const isOverPage = (page: Clues): boolean => {
  const { words, dialogWords } = page.facts;
  return dialogWords > 0 && dialogWords < words / 2 && hasOtherHeading(page);
};

const hasOtherHeading = ({ headings }: Clues): boolean => headings.some((text) => !isAboutConsent(text));

/** Reports whether a page may be a consent wall although its heading is about something else. */
const isExplained = (page: Clues): boolean =>
  isDialogOnly(page) ||
  isSentTo(privacyPath, page) ||
  isSentToChoice(page) ||
  offersSubscription(page) ||
  requestsAge(page);

/** Reports whether nothing is visible except a frame of a consent tool. */
const isFrameOnly = ({ facts }: Clues): boolean =>
  facts.words <= 5 &&
  facts.frames.length > 0 &&
  facts.frames.every((url) => includesAny(url.toLowerCase(), consentTools));

const hasConsentChoice = ({ facts, text }: Clues): boolean =>
  facts.fields.some((type) => type === "checkbox" || type === "radio") && mentions(text, consentButtons);

export const consentWall: WallKind = {
  code: "consent_wall",
  message: () =>
    "The website shows a request for consent instead of this page. Let the Curbcut user agent see the page without the consent request, then start another audit.",
  needed: 5,
  signals: [
    { points: 2, holds: ({ title, headings }) => [title, ...headings].some(isAboutConsent) },
    { points: 2, holds: requestsConsent },
    { points: 1, holds: offersChoice },
    { points: 2, holds: (page) => requestsConsent(page) && offersSubscription(page) },
    { points: 4, holds: requestsAge },
    { points: 1, holds: ({ text }) => countPhrases(text, consentTopics) >= 2 },
    { points: 1, holds: ({ text }) => mentions(text, consentTitles) },
    { points: 1, holds: ({ source }) => includesAny(source, consentTools) },
    { points: 1, holds: ({ facts }) => facts.words <= 250 && facts.shownLinks.length <= 8 },
    { points: 1, holds: isBare },
    { points: 2, holds: isDialogOnly },
    { points: 5, holds: isFrameOnly },
    { points: 1, holds: hasConsentChoice },
    { points: 1, holds: isGate },
    { points: 2, holds: (page) => isSentTo(privacyPath, page) || isSentToChoice(page) },
    { points: -4, holds: ({ facts }) => facts.words > 500 || facts.shownLinks.length > 20 },
    { points: -4, holds: (page) => hasOtherHeading(page) && !isExplained(page) },
    { points: -10, holds: isOverPage },
    { points: -4, holds: (page) => hasNavigation(page) && !isDialogOnly(page) },
    {
      points: -4,
      holds: (page) => !requestsConsent(page) && !isFrameOnly(page) && !hasConsentChoice(page) && !requestsAge(page),
    },
    { points: -5, holds: ({ requestedPath }) => privacyPath.test(requestedPath) },
  ],
};
