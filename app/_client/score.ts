import { formatScore } from "@/messages/runtime/format-score";

/** Rounds down, so that 100 means that nothing failed. */
export const wholeScore = (score: number | null): number | null => (score === null ? null : Math.floor(score));

type AccessibilityScores = { accessibility: number | null; accessibility_low: number | null };

/** Returns an accessibility score with its range, such as "62 to 78", or a dash. */
export const scoreRange = ({ accessibility, accessibility_low }: AccessibilityScores): string =>
  accessibility === null ? "–" : formatScore(accessibility, accessibility_low);
