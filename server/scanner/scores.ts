import { keysOf } from "@/server/core/tables";
import type { CheckResult, PerformanceResult } from "./page-result";

/** Rounds to one decimal place, but never up to 100, because 100 means that everything passed. */
export const roundScore = (value: number): number => (value < 100 ? Math.min(Math.round(value * 10) / 10, 99.9) : 100);

export const checksFormula = "100 × weight of the passed checks ÷ weight of the checks that apply to the page.";

/**
 * Returns the score of SEO or quality checks, from 0 to 100 with one decimal place: 100 times the weight of the passed
 * checks, divided by the weight of all checks that apply. Returns null if no check applies.
 */
export const checksScore = (checks: readonly Pick<CheckResult, "weight" | "outcome">[]): number | null => {
  const weigh = (outcome: CheckResult["outcome"]): number =>
    checks.filter((check) => check.outcome === outcome).reduce((sum, check) => sum + check.weight, 0);
  const passed = weigh("pass");
  const all = passed + weigh("fail");
  return all === 0 ? null : roundScore((100 * passed) / all);
};

type Metric = "lcp_ms" | "tbt_ms" | "cls" | "fcp_ms" | "ttfb_ms";
interface Curve {
  weight: number;
  /** The value of the metric that scores 90. */
  good: number;
  /** The value of the metric that scores 50. */
  poor: number;
}

/**
 * Curves of Lighthouse 10 for desktop (lighthouse/core/config/desktop-config.js and the metric audits); Time to First
 * Byte (TTFB) uses web.dev's thresholds. The weights are our own because we don't measure the Speed Index.
 */
export const performanceCurves: Readonly<Record<Metric, Curve>> = {
  lcp_ms: { weight: 30, good: 1_200, poor: 2_400 },
  tbt_ms: { weight: 25, good: 150, poor: 350 },
  cls: { weight: 25, good: 0.1, poor: 0.25 },
  fcp_ms: { weight: 15, good: 934, poor: 1_600 },
  ttfb_ms: { weight: 5, good: 800, poor: 1_800 },
};

export const performanceFormula =
  "Weighted mean of LCP 30, TBT 25, CLS 25, FCP 15 and TTFB 5. Each metric is scored on a log-normal curve that gives " +
  "90 at the metric's good value and 50 at its poor value. Measured in one unthrottled load. Pages may be slower for real " +
  "visitors.";

/** The error function, approximated with formula 7.1.26 of Abramowitz and Stegun, which is accurate to 1.5e-7. */
const errorFunction = (x: number): number => {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.sign(x) * (1 - series * Math.exp(-x * x));
};

/**
 * Returns a score from 0 to 1: the complementary log-normal distribution with the median `poor` and a value of 0.9 at
 * `good`.
 */
export const curveScore = (value: number, { good, poor }: Pick<Curve, "good" | "poor">): number => {
  if (value <= 0) return 1;
  const inverseErrorOfFourFifths = 0.9061938024368232;
  const x = (inverseErrorOfFourFifths * Math.log(value / poor)) / Math.log(poor / good);
  return Math.min(1, Math.max(0, (1 - errorFunction(x)) / 2));
};

/**
 * Returns a page's performance score, from 0 to 100 with one decimal place, ignoring metrics that are null. Returns
 * null if both LCP and FCP are null.
 */
export const performanceScore = (metrics: Pick<PerformanceResult, Metric>): number | null => {
  if (metrics.lcp_ms === null && metrics.fcp_ms === null) return null;
  let sum = 0;
  let weights = 0;
  for (const metric of keysOf(performanceCurves)) {
    const value = metrics[metric];
    if (value === null) continue;
    const curve = performanceCurves[metric];
    sum += curve.weight * curveScore(value, curve);
    weights += curve.weight;
  }
  return roundScore((100 * sum) / weights);
};

/**
 * Returns a website's score from the sum of its pages' scores and the number of pages with a score: the mean with one
 * decimal place, or null if no page has a score.
 */
export const meanScore = (sum: number, pages: number): number | null => (pages === 0 ? null : roundScore(sum / pages));

/** Returns the mean of the pages that have a score. */
export const siteScore = (pages: readonly (number | null)[]): number | null => {
  const known = pages.filter((score) => score !== null);
  return meanScore(
    known.reduce((sum, score) => sum + score, 0),
    known.length,
  );
};
