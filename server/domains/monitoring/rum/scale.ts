import { type Metric, metrics } from "./contract";

/**
 * Maximum ratio between the edges of a step. The value of a step, the geometric mean of its edges, is therefore at most
 * 2.5% off.
 */
const ratio = 1.05;
const tops: Readonly<Record<Metric, readonly [lowest: number, highest: number]>> = {
  lcp_ms: [10, 120_000],
  inp_ms: [4, 60_000],
  cls: [0.002, 10],
  fcp_ms: [10, 120_000],
  ttfb_ms: [4, 60_000],
};

/** Returns upper edges from `from` (exclusive) to `to` (inclusive), with a constant ratio between them. */
const between = (from: number, to: number): number[] => {
  const steps = Math.ceil(Math.log(to / from) / Math.log(ratio) - 1e-9);
  return Array.from({ length: steps }, (_, index) =>
    index === steps - 1 ? to : from * (to / from) ** ((index + 1) / steps),
  );
};

const edgesOf = (metric: Metric): readonly number[] => {
  const [lowest, highest] = tops[metric];
  const { good, poor } = metrics[metric];
  return [0, lowest, ...between(lowest, good), ...between(good, poor), ...between(poor, highest)];
};

/** Upper edges of each metric's steps, inclusive. Ratings are exact, because the thresholds are among them. */
export const edges: Readonly<Record<Metric, readonly number[]>> = {
  lcp_ms: edgesOf("lcp_ms"),
  inp_ms: edgesOf("inp_ms"),
  cls: edgesOf("cls"),
  fcp_ms: edgesOf("fcp_ms"),
  ttfb_ms: edgesOf("ttfb_ms"),
};

/** Returns the last step rated good and the last step rated as needing improvement. */
export const lastSteps = (metric: Metric): { good: number; fair: number } => ({
  good: edges[metric].indexOf(metrics[metric].good),
  fair: edges[metric].indexOf(metrics[metric].poor),
});

const round = (metric: Metric, value: number): number =>
  metric === "cls" ? Math.round(value * 10_000) / 10_000 : Math.round(value * 10) / 10;

/**
 * Returns a step's value, the geometric mean of its edges. Exceptions: 0 for the first step, half the upper edge if the
 * lower edge is 0, and the lower edge for the last step, which has no upper edge.
 */
export const valueOfStep = (metric: Metric, step: number): number => {
  const of = edges[metric];
  const upper = of[step] ?? of.at(-1) ?? 0;
  const lower = of[step - 1];
  if (step >= of.length) return upper;
  if (lower === undefined) return 0;
  return round(metric, lower === 0 ? upper / 2 : Math.sqrt(lower * upper));
};
