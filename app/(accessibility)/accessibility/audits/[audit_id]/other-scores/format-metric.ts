import { formatNumber } from "@/messages/runtime/formats";
import { results } from "@/messages/texts/results";

export const metrics = ["lcp_ms", "cls", "fcp_ms", "ttfb_ms", "tbt_ms", "weight_bytes", "requests"] as const;
export type Metric = (typeof metrics)[number] | "speed_index_ms" | "tti_ms";

const decimals = (value: number, digits: number): string =>
  formatNumber(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/**
 * Formats a metric with its unit: seconds, milliseconds, megabytes or kilobytes; CLS and the number of requests have no
 * unit.
 */
export const formatMetric = (metric: Metric, value: number | null): string => {
  if (value === null) return results.overview.notMeasured;
  if (metric === "cls") return decimals(value, 3);
  if (metric === "requests") return decimals(value, 0);
  if (metric === "weight_bytes")
    return value >= 1e6 ? `${decimals(value / 1e6, 1)} MB` : `${decimals(value / 1e3, 0)} kB`;
  return value >= 1_000 ? `${decimals(value / 1_000, 1)} s` : `${decimals(value, 0)} ms`;
};
