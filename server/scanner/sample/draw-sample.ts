import type { SampleRole } from "./contract";
import { createRandom, draw } from "./random";
import { patternOf } from "./url-pattern";

export interface SampledUrl extends SampleRole {
  url: string;
}

interface Stratum {
  name: string;
  urls: string[];
}

/** Maximum share of structured pages in the sample, so that enough pages are left for the random draw. */
const MOST_STRUCTURED = 1 / 3;
/**
 * Minimum number of pages to draw from a stratum. Strata from which fewer would be drawn are joined, because their
 * variance couldn't be estimated.
 */
const LEAST_DRAWN = 4;
/** Minimum number of pages in a sample. Smaller samples aren't drawn. */
export const LEAST_SAMPLE = 2 * LEAST_DRAWN;
const OTHER = "other";

const stratify = (urls: readonly string[]): Stratum[] => {
  const strata = new Map<string, string[]>();
  for (const url of urls) {
    const name = patternOf(url);
    const known = strata.get(name);
    if (known) known.push(url);
    else strata.set(name, [url]);
  }
  return [...strata]
    .map(([name, members]) => ({ name, urls: members }))
    .sort((a, b) => b.urls.length - a.urls.length || (a.name < b.name ? -1 : 1));
};

const count = (strata: readonly Stratum[]): number => strata.reduce((sum, { urls }) => sum + urls.length, 0);

/** Joins strata from which too few pages would be drawn. Expects the strata sorted by size, largest first. */
const joinSmall = (strata: readonly Stratum[], size: number): Stratum[] => {
  const total = count(strata);
  const expected = (urls: number): number => (urls * size) / total;
  const large = strata.filter(({ urls }) => expected(urls.length) >= LEAST_DRAWN);
  const isLarge = new Set(large);
  const small = strata.filter((stratum) => !isLarge.has(stratum)).flatMap(({ urls }) => urls);
  const last = large.at(-1);
  if (small.length === 0) return large;
  if (last === undefined || expected(small.length) >= LEAST_DRAWN) return [...large, { name: OTHER, urls: small }];
  return [...large.slice(0, -1), { name: OTHER, urls: [...last.urls, ...small] }];
};

/** Returns how many pages to draw from each stratum: in proportion to its size, by the largest remainder method. */
const allocate = (strata: readonly Stratum[], size: number): number[] => {
  const total = count(strata);
  const quotas = strata.map(({ urls }) => (urls.length * size) / total);
  const drawn = strata.map(({ urls }, at) => Math.min(urls.length, Math.max(2, Math.floor(quotas[at] ?? 0))));
  const remainders = quotas.map((quota, at) => ({ at, rest: quota % 1 })).sort((a, b) => b.rest - a.rest);
  let left = size - drawn.reduce((sum, each) => sum + each, 0);
  for (const { at } of remainders) {
    const current = drawn[at] ?? 0;
    if (left <= 0 || current >= (strata[at]?.urls.length ?? 0)) continue;
    drawn[at] = current + 1;
    left -= 1;
  }
  return drawn;
};

export interface SamplePlan {
  structured: readonly string[];
  strata: readonly (Stratum & { size: number })[];
}

/**
 * Plans a representative sample (WCAG-EM): a structured sample, which consists of the first page of each URL pattern
 * (most frequent patterns first), and a random sample of the other pages, stratified by pattern. The start page, which
 * comes first in `urls`, is structured. Returns null if all pages fit, or if the sample would be too small.
 */
export const planSample = (urls: readonly string[], size: number): SamplePlan | null => {
  if (urls.length <= size || size < LEAST_SAMPLE) return null;
  const [start] = urls;
  const first = stratify(urls).flatMap((stratum) => stratum.urls[0] ?? []);
  const most = Math.max(1, Math.floor(size * MOST_STRUCTURED));
  const structured = [...new Set([start ?? "", ...first])].slice(0, most);
  const isStructured = new Set(structured);
  const rest = urls.filter((url) => !isStructured.has(url));
  const strata = joinSmall(stratify(rest), size - structured.length);
  const counts = allocate(strata, size - structured.length);
  return { structured, strata: strata.map((stratum, at) => ({ ...stratum, size: counts[at] ?? 0 })) };
};

/** Draws the planned sample. The same seed gives the same sample. */
export const drawSample = ({ structured, strata }: SamplePlan, seed: number): SampledUrl[] => {
  const random = createRandom(seed);
  return [
    ...structured.map((url): SampledUrl => ({ url, kind: "structured", stratum: null, stratum_pages: 0 })),
    ...strata.flatMap(({ name, urls, size }) =>
      draw(urls, size, random).map(
        (url): SampledUrl => ({ url, kind: "random", stratum: name, stratum_pages: urls.length }),
      ),
    ),
  ];
};
