import type { SampleRole } from "./contract";

/** A page in a sample, with one of its figures as `value`, which is null if the page couldn't be scanned. */
export interface SampledFigure extends SampleRole {
  value: number | null;
}

/** An estimate for all pages of a website, with its 95% confidence interval. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

interface Stratum {
  pages: number;
  values: number[];
}

const Z = 1.959_964;

/**
 * Returns the 97.5% point of Student's t distribution (Cornish and Fisher's expansion), accurate to 1% from 4 degrees
 * of freedom upwards.
 */
const tPoint = (degrees: number): number => {
  const d = Math.max(4, degrees);
  const [z3, z5] = [Z ** 3, Z ** 5];
  return Z + (z3 + Z) / (4 * d) + (5 * z5 + 16 * z3 + 3 * Z) / (96 * d ** 2);
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const varianceOf = (values: readonly number[]): number => {
  const centre = mean(values);
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1);
};

/** Groups random pages by stratum, and joins strata in which fewer than two pages could be scanned. */
const readStrata = (pages: readonly SampledFigure[]): Stratum[] => {
  const strata = new Map<string, Stratum>();
  for (const { stratum, stratum_pages, value } of pages) {
    if (stratum === null) continue;
    const known = strata.get(stratum) ?? { pages: stratum_pages, values: [] };
    if (value !== null) known.values.push(value);
    strata.set(stratum, known);
  }
  const sorted = [...strata.values()].sort((a, b) => b.values.length - a.values.length);
  const whole = sorted.filter(({ values }) => values.length >= 2);
  const last = whole.at(-1);
  for (const { pages: size, values } of sorted.filter((stratum) => !whole.includes(stratum))) {
    if (!last) return [];
    last.pages += size;
    last.values.push(...values);
  }
  return whole;
};

interface Spread {
  population: number;
  value: number;
  variance: number;
  degrees: number;
  /** Number of random pages that were scanned, and their share of the pages that they represent. */
  drawn: number;
  fraction: number;
}

/**
 * Returns the stratified estimate of a mean, with the finite population correction and Satterthwaite's degrees of
 * freedom; null if too few pages could be scanned.
 */
const spreadOf = (pages: readonly SampledFigure[]): Spread | null => {
  const sure = pages.flatMap(({ kind, value }) => (kind === "structured" && value !== null ? [value] : []));
  const strata = readStrata(pages);
  const represented = strata.reduce((sum, stratum) => sum + stratum.pages, 0);
  if (represented === 0) return null;
  const population = sure.length + represented;
  const total = strata.reduce(
    (sum, stratum) => sum + stratum.pages * mean(stratum.values),
    sure.reduce((sum, value) => sum + value, 0),
  );
  let [variance, squares, drawn] = [0, 0, 0];
  for (const { pages: size, values } of strata) {
    const part = (size / population) ** 2 * (1 - values.length / size) * (varianceOf(values) / values.length);
    variance += part;
    squares += part ** 2 / (values.length - 1);
    drawn += values.length;
  }
  const degrees = squares > 0 ? variance ** 2 / squares : drawn;
  return { population, value: total / population, variance, degrees, drawn, fraction: drawn / represented };
};

/** Estimates the mean of a figure from 0 to 100 over all pages. Returns null if too few pages could be scanned. */
export const estimateMean = (pages: readonly SampledFigure[]): Estimate | null => {
  const spread = spreadOf(pages);
  if (!spread) return null;
  const { value, variance, degrees } = spread;
  const margin = tPoint(degrees) * Math.sqrt(variance);
  return { value, low: Math.max(0, value - margin), high: Math.min(100, value + margin) };
};

/**
 * Estimates the share of all pages that have a property (value 1), from 0 to 1. The interval is Wilson's, with the
 * number of pages that a simple random sample would need for the same variance. If no stratum varies, the interval is
 * that of a simple random sample, because the pages that weren't drawn may still vary.
 */
export const estimateShare = (pages: readonly SampledFigure[]): Estimate | null => {
  const spread = spreadOf(pages);
  if (!spread) return null;
  const { variance, degrees, drawn, fraction } = spread;
  const value = Math.min(1, Math.max(0, spread.value));
  const simple = fraction < 1 ? drawn / (1 - fraction) : Number.POSITIVE_INFINITY;
  const effective = variance > 0 ? (value * (1 - value)) / variance : simple;
  if (!Number.isFinite(effective)) return { value, low: value, high: value };
  const t2 = tPoint(degrees) ** 2;
  const centre = (value + t2 / (2 * effective)) / (1 + t2 / effective);
  const margin = Math.sqrt(t2 * ((value * (1 - value)) / effective + t2 / (4 * effective ** 2))) / (1 + t2 / effective);
  return { value, low: Math.max(0, centre - margin), high: Math.min(1, centre + margin) };
};
