import { createRandom } from "@/server/scanner/sample/random";

export interface SimulatedPage {
  url: string;
  score: number;
  /** Whether the page has a failure. */
  fails: boolean;
}

const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Draws a number from a gamma distribution (Marsaglia and Tsang). */
const gamma = (random: () => number, shape: number): number => {
  if (shape < 1) return gamma(random, shape + 1) * (1 - random()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random()) < 0.5 * x ** 2 + d - d * v + d * Math.log(v)) return d * v;
  }
};

const beta = (random: () => number, a: number, b: number): number => {
  const x = gamma(random, a);
  return x / (x + gamma(random, b));
};

const PATHS = ["products", "blog", "help", "jobs", "events", "people", "news", "docs"];

/** Share of pages whose URL suggests a different template. */
const MISLEADING = 0.08;

/**
 * Simulates a website. The number of pages per template is heavy-tailed (Pareto). Half of the templates have a failure
 * on all pages, such as one in the header. On the others, content causes failures at a rate that differs between
 * templates (beta distribution with a mean of 8%). Scores vary between templates and between the pages of a template.
 */
export const simulateSite = (seed: number): SimulatedPage[] => {
  const random = createRandom(seed);
  const size = Math.round(1_000 * Math.exp(random() * Math.log(20)));
  const templates = 6 + Math.floor(random() * 18);
  const weights = Array.from({ length: templates }, () => (1 - random()) ** (-1 / 0.9));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const urlOf = (template: number, number: number): string =>
    `https://site.example/${PATHS[template % PATHS.length]}${"-more".repeat(Math.floor(template / PATHS.length))}/${number}`;
  return weights.flatMap((weight, template) => {
    const always = random() < 0.5;
    const rate = beta(random, 0.5, 6);
    const [base, spread, drop] = [60 + 35 * random(), 1.5 + 5 * random(), 5 + 15 * random()];
    const pages = Math.max(1, Math.round(size * Math.min(weight / total, 0.6)));
    return Array.from({ length: pages }, (_, number): SimulatedPage => {
      const hasFlaw = random() < rate;
      const score = base + spread * normal(random) - (hasFlaw ? drop : 0);
      const shown = random() < MISLEADING ? Math.floor(random() * templates) : template;
      return {
        url: urlOf(shown, template * 100_000 + number),
        score: Math.max(0, Math.min(100, score)),
        fails: always || hasFlaw,
      };
    });
  });
};
