import type { SampleRole } from "./contract";
import { type Estimate, estimateMean, estimateShare } from "./estimate-figures";

/** A page of a sample. `score` and `fails` are null if it couldn't be scanned. */
export interface SampledPage extends SampleRole {
  score: number | null;
  fails: boolean | null;
}

export interface SampleFigures {
  population: number;
  structured: number;
  random: number;
  not_scanned: number;
  mean_score: Estimate | null;
  failing_share: Estimate | null;
}

const round = (estimate: Estimate | null, digits: number): Estimate | null => {
  const cut = (value: number): number => Math.round(value * 10 ** digits) / 10 ** digits;
  return estimate && { value: cut(estimate.value), low: cut(estimate.low), high: cut(estimate.high) };
};

/** Returns the size of a sample and the website's figures as estimated from it. */
export const describeSample = (pages: readonly SampledPage[]): SampleFigures => {
  const strata = new Map(pages.flatMap(({ stratum, stratum_pages }) => (stratum ? [[stratum, stratum_pages]] : [])));
  const structured = pages.filter(({ kind }) => kind === "structured").length;
  const represented = [...strata.values()].reduce((sum, size) => sum + size, 0);
  const scores = pages.map((page) => ({ ...page, value: page.score }));
  const failing = pages.map((page) => ({ ...page, value: page.fails === null ? null : Number(page.fails) }));
  return {
    population: structured + represented,
    structured,
    random: pages.length - structured,
    not_scanned: pages.filter(({ score }) => score === null).length,
    mean_score: round(estimateMean(scores), 1),
    failing_share: round(estimateShare(failing), 3),
  };
};
