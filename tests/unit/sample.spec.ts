import { expect, test } from "@playwright/test";
import { Frontier } from "@/server/scanner/crawl/frontier";
import { readRobotsRules } from "@/server/scanner/crawl/robots-rules";
import { describeSample } from "@/server/scanner/sample/describe-sample";
import { drawSample, planSample } from "@/server/scanner/sample/draw-sample";
import { estimateMean, estimateShare, type SampledFigure } from "@/server/scanner/sample/estimate-figures";
import { sampleWebsite } from "@/server/scanner/sample/sample-website";
import { patternOf } from "@/server/scanner/sample/url-pattern";

const SITE = "https://site.example";
const many = (section: string, count: number) => Array.from({ length: count }, (_, at) => `${SITE}/${section}/${at}`);
const urls = [`${SITE}/`, ...many("products", 600), ...many("blog", 350), ...many("jobs", 60), `${SITE}/a/b/c/d`];

const sampleOf = (seed: number, size = 100) => {
  const plan = planSample(urls, size);
  if (!plan) throw new Error("All pages fit.");
  return drawSample(plan, seed);
};

test("URLs of one template have the same pattern", () => {
  const patterns = [
    ["https://site.example/", "/"],
    ["https://site.example/contact", "/*"],
    ["https://site.example/products/123", "/products/*"],
    ["https://site.example/blog/2026/a-long-title-of-a-post", "/blog/*/*"],
    ["https://site.example/de/products/lamp", "/de/products/*"],
    ["https://site.example/2026/11/26/title", "/*/*/*/*"],
    ["https://site.example/list/all?page=2&sort=name", "/list/*?page&sort"],
  ] as const;
  for (const [url, pattern] of patterns) expect(patternOf(url), url).toBe(pattern);
});

test("a sample covers every kind of page, and draws the rest at random, in proportion to the number of pages of each kind", () => {
  const sample = sampleOf(7);
  expect(new Set(sample.map(({ url }) => url)).size).toBe(100);
  const structured = sample.filter(({ kind }) => kind === "structured").map(({ url }) => url);
  expect(structured.sort()).toEqual(
    [`${SITE}/`, `${SITE}/a/b/c/d`, `${SITE}/blog/0`, `${SITE}/jobs/0`, `${SITE}/products/0`].sort(),
  );
  const drawn = (stratum: string) => sample.filter((page) => page.stratum === stratum);
  expect(drawn("/products/*")).toHaveLength(56);
  expect(drawn("/blog/*")).toHaveLength(33);
  expect(drawn("/jobs/*")).toHaveLength(6);
  expect(drawn("/products/*")[0]?.stratum_pages).toBe(599);
});

test("the same seed draws the same sample, and a different seed a different one @long", () => {
  expect(sampleOf(7)).toEqual(sampleOf(7));
  expect(sampleOf(7)).not.toEqual(sampleOf(8));
  const drawnTimes = new Map<string, number>();
  for (let seed = 1; seed <= 300; seed += 1)
    for (const { url } of sampleOf(seed)) drawnTimes.set(url, (drawnTimes.get(url) ?? 0) + 1);
  // Each of the 599 products is drawn in about 29 of 300 samples.
  const counts = many("products", 600)
    .slice(1)
    .map((url) => drawnTimes.get(url) ?? 0);
  expect(Math.min(...counts)).toBeGreaterThan(8);
  expect(Math.max(...counts)).toBeLessThan(55);
});

test("no sample is drawn if the page limit covers all pages", () => {
  expect(planSample(urls, urls.length)).toBeNull();
  expect(planSample(urls, 7)).toBeNull();
});

const page = (stratum: string | null, stratum_pages: number, value: number | null): SampledFigure => ({
  kind: stratum === null ? "structured" : "random",
  stratum,
  stratum_pages,
  value,
});

test("estimates agree with manual calculations", () => {
  const pages = [
    page(null, 0, 100),
    ...[60, 70, 80].map((score) => page("a", 90, score)),
    ...[40, 60].map((score) => page("b", 9, score)),
  ];
  const estimate = estimateMean(pages);
  // (100 + 90 × 70 + 9 × 50) ÷ 100, and 0.9² × (1 − 3/90) × 100/3 + 0.09² × (1 − 2/9) × 200/2
  expect(estimate?.value).toBeCloseTo(68.5, 6);
  const variance = 0.9 ** 2 * (1 - 3 / 90) * (100 / 3) + 0.09 ** 2 * (1 - 2 / 9) * 100;
  const margin = ((estimate?.high ?? 0) - (estimate?.low ?? 0)) / 2;
  // Student's t with the least number of degrees of freedom, 4, is 2.776.
  expect(margin / Math.sqrt(variance)).toBeCloseTo(2.77, 1);
});

test("intervals stay within bounds, and aren't empty if all drawn pages give the same result", () => {
  const all = Array.from({ length: 20 }, () => page("a", 200, 1));
  const share = estimateShare(all);
  expect(share).toMatchObject({ value: 1, high: 1 });
  expect(share?.low).toBeGreaterThan(0.7);
  expect(share?.low).toBeLessThan(0.9);
  expect(estimateMean([page("a", 50, 100), page("a", 50, 0)])).toMatchObject({ low: 0, high: 100 });
  expect(estimateShare(Array.from({ length: 5 }, () => page("a", 5, 0)))).toEqual({ value: 0, low: 0, high: 0 });
});

test("counts pages that couldn't be scanned, and estimates their stratum's figures from its other pages", () => {
  const sampled = [
    { ...page("a", 10, null), score: 50, fails: true },
    { ...page("a", 10, null), score: 70, fails: false },
    { ...page("a", 10, null), score: null, fails: null },
    { ...page("b", 20, null), score: null, fails: null },
  ];
  expect(describeSample(sampled)).toMatchObject({
    ...{ population: 30, structured: 0, random: 4, not_scanned: 2 },
    mean_score: { value: 60 },
    failing_share: { value: 0.5 },
  });
  expect(describeSample(sampled.slice(2))).toMatchObject({ mean_score: null, failing_share: null });
});

const sampleOfWebsite = (
  listed: readonly string[],
  { startUrl = `${SITE}/`, isWanted = (_: string): boolean => true, signal = new AbortController().signal } = {},
) =>
  sampleWebsite({
    frontier: new Frontier({ origins: [SITE], aliases: [], maxPages: 20, pagesDone: 0, skip: [], isWanted }),
    options: { url_groups: [], list_only: false, max_pages: 20, sample_seed: 7 },
    ...{ startUrl, isWanted, listed, signal },
  });

test("a sample contains no files, except for the start URL", async () => {
  const files = many("files", 100).map((url) => `${url}.pdf`);
  const sample = await sampleOfWebsite([...files, ...many("products", 30)], { startUrl: `${SITE}/start.pdf` });
  const drawn = sample?.pages.map(({ url }) => url) ?? [];
  expect(drawn).toHaveLength(20);
  expect(drawn.filter((url) => url.endsWith(".pdf"))).toEqual([`${SITE}/start.pdf`]);
});

test("a scan can be cancelled while it draws a sample and robots.txt takes a long time to evaluate [H3]", async () => {
  const { allows } = readRobotsRules(`User-agent: *\n${"Disallow: /*zz1\n".repeat(8_000)}`, "curbcut");
  const controller = new AbortController();
  setImmediate(() => controller.abort(new Error("The scan was cancelled.")));
  const drawing = sampleOfWebsite(many("products", 1_000), {
    isWanted: (url) => allows(new URL(url).pathname),
    signal: controller.signal,
  });
  await expect(drawing).rejects.toThrow("The scan was cancelled.");
});
