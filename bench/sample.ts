/** How wide a sample's 95% confidence intervals are, and how often they contain the true value */

import { drawSample, planSample } from "@/server/scanner/sample/draw-sample";
import { type Estimate, estimateMean, estimateShare } from "@/server/scanner/sample/estimate-figures";
import { type SimulatedPage, simulateSite } from "./support/sampled-sites";

const SITES = 20;
const REDRAWS = 1_000;
const SHARE = 0.1;

interface Measured {
  truth: number;
  /** Share of redraws whose interval contains the true value. */
  coverage: number;
  /** Mean and maximum half-width of the intervals, in points. */
  margin: number;
  widest: number;
}

const measure = (truth: number, estimates: readonly Estimate[]): Measured => {
  const margins = estimates.map(({ low, high }) => (high - low) / 2);
  return {
    truth,
    coverage: estimates.filter(({ low, high }) => low <= truth && truth <= high).length / estimates.length,
    margin: margins.reduce((sum, each) => sum + each, 0) / margins.length,
    widest: Math.max(...margins),
  };
};

const redraw = (pages: readonly SimulatedPage[]) => {
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  const urls = [...byUrl.keys()];
  const size = Math.floor(urls.length * SHARE);
  const plan = planSample(urls, size);
  if (!plan) throw new Error("The simulated website has too few pages.");
  const means: Estimate[] = [];
  const shares: Estimate[] = [];
  for (let seed = 1; seed <= REDRAWS; seed += 1) {
    const drawn = drawSample(plan, seed).map((role) => ({ role, page: byUrl.get(role.url) }));
    const figures = (read: (page: SimulatedPage) => number) =>
      drawn.map(({ role, page }) => ({ ...role, value: page ? read(page) : null }));
    means.push(estimateMean(figures(({ score }) => score)) ?? { value: 0, low: 0, high: 0 });
    const share = estimateShare(figures(({ fails }) => (fails ? 1 : 0))) ?? { value: 0, low: 0, high: 0 };
    shares.push({ value: share.value * 100, low: share.low * 100, high: share.high * 100 });
  }
  const { length } = urls;
  return {
    length,
    size,
    score: measure(pages.reduce((sum, { score }) => sum + score, 0) / length, means),
    failing: measure((100 * pages.filter(({ fails }) => fails).length) / length, shares),
  };
};

const describe = ({ truth, coverage, margin, widest }: Measured): string =>
  `${truth.toFixed(1).padStart(5)} ± ${margin.toFixed(2)} (at most ${widest.toFixed(2)}), covered ${(100 * coverage).toFixed(1)}%`;

const all: Measured[] = [];
for (let site = 1; site <= SITES; site += 1) {
  const { length, size, score, failing } = redraw(simulateSite(site * 7_919));
  all.push(score, failing);
  console.log(
    `${String(length).padStart(6)} pages, ${String(size).padStart(4)} drawn: mean score ${describe(score)}; failing pages ${describe(failing)}`,
  );
}
const within = all.filter(({ margin }) => margin <= 4).length;
const sound = all.filter(({ coverage }) => coverage >= 0.93 && coverage <= 0.97).length;
const coverages = all.map(({ coverage }) => coverage);
console.log(`${within} of ${all.length} figures within ±4 points; ${sound} covered in 93% to 97% of repeated draws`);
console.log(
  `Covered in ${((100 * coverages.reduce((sum, each) => sum + each, 0)) / coverages.length).toFixed(2)}% of repeated draws on average, ` +
    `from ${(100 * Math.min(...coverages)).toFixed(1)}% to ${(100 * Math.max(...coverages)).toFixed(1)}%`,
);
