import { criteria } from "@/messages/texts/criteria";

type CriterionNumber = keyof typeof criteria;

export interface Criterion {
  /** The criterion's number, such as 1.4.3. */
  criterion: string;
  /** The criterion's name in the current language. */
  readonly name: string;
  level: "A" | "AA" | "AAA";
  /** The WCAG version that introduced the criterion. */
  since: "2.0" | "2.1" | "2.2";
}

interface Row extends Criterion {
  criterion: CriterionNumber;
  /** The last part of the URL of the W3C's explanation. */
  slug: string;
}

const row = (
  criterion: CriterionNumber,
  level: Criterion["level"],
  slug: string,
  since: Criterion["since"] = "2.0",
): Row => ({
  criterion,
  level,
  since,
  slug,
  get name() {
    return criteria[criterion].name;
  },
});

/**
 * The 86 success criteria of WCAG 2.2 (https://www.w3.org/TR/WCAG22/): 55 at levels A and AA, and 31 at level AAA. WCAG
 * 2.2 removed 4.1.1.
 */
const rows: readonly Row[] = [
  row("1.1.1", "A", "non-text-content"),
  row("1.2.1", "A", "audio-only-and-video-only-prerecorded"),
  row("1.2.2", "A", "captions-prerecorded"),
  row("1.2.3", "A", "audio-description-or-media-alternative-prerecorded"),
  row("1.2.4", "AA", "captions-live"),
  row("1.2.5", "AA", "audio-description-prerecorded"),
  row("1.2.6", "AAA", "sign-language-prerecorded"),
  row("1.2.7", "AAA", "extended-audio-description-prerecorded"),
  row("1.2.8", "AAA", "media-alternative-prerecorded"),
  row("1.2.9", "AAA", "audio-only-live"),
  row("1.3.1", "A", "info-and-relationships"),
  row("1.3.2", "A", "meaningful-sequence"),
  row("1.3.3", "A", "sensory-characteristics"),
  row("1.3.4", "AA", "orientation", "2.1"),
  row("1.3.5", "AA", "identify-input-purpose", "2.1"),
  row("1.3.6", "AAA", "identify-purpose", "2.1"),
  row("1.4.1", "A", "use-of-color"),
  row("1.4.2", "A", "audio-control"),
  row("1.4.3", "AA", "contrast-minimum"),
  row("1.4.4", "AA", "resize-text"),
  row("1.4.5", "AA", "images-of-text"),
  row("1.4.6", "AAA", "contrast-enhanced"),
  row("1.4.7", "AAA", "low-or-no-background-audio"),
  row("1.4.8", "AAA", "visual-presentation"),
  row("1.4.9", "AAA", "images-of-text-no-exception"),
  row("1.4.10", "AA", "reflow", "2.1"),
  row("1.4.11", "AA", "non-text-contrast", "2.1"),
  row("1.4.12", "AA", "text-spacing", "2.1"),
  row("1.4.13", "AA", "content-on-hover-or-focus", "2.1"),
  row("2.1.1", "A", "keyboard"),
  row("2.1.2", "A", "no-keyboard-trap"),
  row("2.1.3", "AAA", "keyboard-no-exception"),
  row("2.1.4", "A", "character-key-shortcuts", "2.1"),
  row("2.2.1", "A", "timing-adjustable"),
  row("2.2.2", "A", "pause-stop-hide"),
  row("2.2.3", "AAA", "no-timing"),
  row("2.2.4", "AAA", "interruptions"),
  row("2.2.5", "AAA", "re-authenticating"),
  row("2.2.6", "AAA", "timeouts", "2.1"),
  row("2.3.1", "A", "three-flashes-or-below-threshold"),
  row("2.3.2", "AAA", "three-flashes"),
  row("2.3.3", "AAA", "animation-from-interactions", "2.1"),
  row("2.4.1", "A", "bypass-blocks"),
  row("2.4.2", "A", "page-titled"),
  row("2.4.3", "A", "focus-order"),
  row("2.4.4", "A", "link-purpose-in-context"),
  row("2.4.5", "AA", "multiple-ways"),
  row("2.4.6", "AA", "headings-and-labels"),
  row("2.4.7", "AA", "focus-visible"),
  row("2.4.8", "AAA", "location"),
  row("2.4.9", "AAA", "link-purpose-link-only"),
  row("2.4.10", "AAA", "section-headings"),
  row("2.4.11", "AA", "focus-not-obscured-minimum", "2.2"),
  row("2.4.12", "AAA", "focus-not-obscured-enhanced", "2.2"),
  row("2.4.13", "AAA", "focus-appearance", "2.2"),
  row("2.5.1", "A", "pointer-gestures", "2.1"),
  row("2.5.2", "A", "pointer-cancellation", "2.1"),
  row("2.5.3", "A", "label-in-name", "2.1"),
  row("2.5.4", "A", "motion-actuation", "2.1"),
  row("2.5.5", "AAA", "target-size-enhanced", "2.1"),
  row("2.5.6", "AAA", "concurrent-input-mechanisms", "2.1"),
  row("2.5.7", "AA", "dragging-movements", "2.2"),
  row("2.5.8", "AA", "target-size-minimum", "2.2"),
  row("3.1.1", "A", "language-of-page"),
  row("3.1.2", "AA", "language-of-parts"),
  row("3.1.3", "AAA", "unusual-words"),
  row("3.1.4", "AAA", "abbreviations"),
  row("3.1.5", "AAA", "reading-level"),
  row("3.1.6", "AAA", "pronunciation"),
  row("3.2.1", "A", "on-focus"),
  row("3.2.2", "A", "on-input"),
  row("3.2.3", "AA", "consistent-navigation"),
  row("3.2.4", "AA", "consistent-identification"),
  row("3.2.5", "AAA", "change-on-request"),
  row("3.2.6", "A", "consistent-help", "2.2"),
  row("3.3.1", "A", "error-identification"),
  row("3.3.2", "A", "labels-or-instructions"),
  row("3.3.3", "AA", "error-suggestion"),
  row("3.3.4", "AA", "error-prevention-legal-financial-data"),
  row("3.3.5", "AAA", "help"),
  row("3.3.6", "AAA", "error-prevention-all"),
  row("3.3.7", "A", "redundant-entry", "2.2"),
  row("3.3.8", "AA", "accessible-authentication-minimum", "2.2"),
  row("3.3.9", "AAA", "accessible-authentication-enhanced", "2.2"),
  row("4.1.2", "A", "name-role-value"),
  row("4.1.3", "AA", "status-messages", "2.1"),
];

export const wcagCriteria: readonly Criterion[] = rows;

const byNumber = new Map<string, Row>(rows.map((each) => [each.criterion, each]));

export const findCriterion = (criterion: string): Criterion | undefined => byNumber.get(criterion);

/** Returns the URL of the W3C's explanation of a criterion; null unless it is a criterion of WCAG 2.2. */
export const criterionUrl = (criterion: string): string | null => {
  const known = byNumber.get(criterion);
  return known ? `https://www.w3.org/WAI/WCAG22/Understanding/${known.slug}` : null;
};

/**
 * Rules that cover a whole criterion. According to the tables in docs/accuracy.md, at least ten barriers are labelled
 * for the criterion, and the rules report all of them without false positives. The rules also test how the page behaves.
 * All other rules cover only part of their criteria.
 */
const decidingRules: Readonly<Partial<Record<CriterionNumber, readonly string[]>>> = {
  "2.1.2": ["keyboard-trap"],
};

/** Returns the rules that together cover a whole criterion; empty if a person has to check it. */
export const rulesThatDecide = (criterion: string): readonly string[] => {
  const known = byNumber.get(criterion);
  return (known && decidingRules[known.criterion]) ?? [];
};

/**
 * Returns instructions for testing a WCAG 2.2 success criterion by hand, based on the W3C's explanations; empty for any
 * other criterion.
 */
export const testByHand = (criterion: string): string => {
  const known = byNumber.get(criterion);
  return known ? criteria[known.criterion].byHand : "";
};
