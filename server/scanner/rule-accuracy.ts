import measured from "./rule-accuracy.json" with { type: "json" };

/** Two-sided 95% quantile of the normal distribution. */
const Z = 1.959_964;

/** Returns Wilson's 95% confidence interval for a proportion. */
export const wilson = (hits: number, of: number): [number, number] => {
  const share = hits / of;
  const middle = (share + Z ** 2 / (2 * of)) / (1 + Z ** 2 / of);
  const half = (Z / (1 + Z ** 2 / of)) * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
};

/** How often a rule was right on labelled pages, as measured by `npm run bench -- accuracy`. */
export interface RuleAccuracy {
  right: number;
  wrong: number;
  /** The 95% confidence interval for the rule's precision, from 0 to 1. */
  low: number;
  high: number;
}

/** For each rule, the number of cases in which it was right, and the number in which it was wrong. */
const counts: ReadonlyMap<string, readonly number[]> = new Map(Object.entries(measured));

/** Returns the accuracy of a rule; null if it didn't fail on any of the labelled pages. */
export const ruleAccuracy = (ruleId: string): RuleAccuracy | null => {
  const [right = 0, wrong = 0] = counts.get(ruleId) ?? [];
  if (right + wrong === 0) return null;
  const [low, high] = wilson(right, right + wrong);
  return { right, wrong, low, high };
};

const LEAST_PRECISION = 0.98;

/**
 * Reports whether a rule was right often enough to fail a page. Returns false for a rule that found nothing, because
 * its precision is unknown.
 */
export const isPrecise = ([right = 0, wrong = 0]: readonly number[]): boolean =>
  right + wrong > 0 && right / (right + wrong) >= LEAST_PRECISION;

/** The rules that were right often enough to fail a page. */
export const preciseRules: ReadonlySet<string> = new Set(
  [...counts].filter(([, cases]) => isPrecise(cases)).map(([ruleId]) => ruleId),
);
