import type { ReportCheck, ReportMetrics, ReportPerformance } from "@/server/domains/reports/report-data";
import type { PageResult } from "@/server/scanner/contract";

const metricNames = ["lcp_ms", "cls", "fcp_ms", "ttfb_ms", "tbt_ms", "weight_bytes", "requests"] as const;
type MetricName = (typeof metricNames)[number];
type Measured = { url: string } & Record<MetricName, number | null>;

/** Returns the 75th percentile, interpolated between two values if necessary (like PostgreSQL's percentile_cont). */
export const percentile75 = (values: readonly number[]): number | null => {
  const sorted = [...values].sort((a, b) => a - b);
  const place = 0.75 * (sorted.length - 1);
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  return below === undefined || above === undefined ? null : below + (above - below) * (place - Math.floor(place));
};

/** Metrics that are rounded to whole numbers. */
const counts: readonly MetricName[] = ["weight_bytes", "requests"];

const summariseMetric = (pages: readonly Measured[], name: MetricName): number | null => {
  const value = percentile75(pages.flatMap((page) => page[name] ?? []));
  return value !== null && counts.includes(name) ? Math.round(value) : value;
};

/**
 * Aggregates performance and checks over all pages: the 75th percentile of each metric and, for each check, the number
 * of pages that failed it and the number of pages measured.
 */
export class PageSummary {
  private readonly measured: Measured[] = [];
  private readonly checks = { seo: new Map<string, ReportCheck>(), quality: new Map<string, ReportCheck>() };

  add(page: PageResult): void {
    if (page.performance) this.measured.push({ ...page.performance, url: page.final_url });
    for (const area of ["seo", "quality"] as const) {
      for (const { id, title, outcome } of page[area]?.checks ?? []) {
        if (outcome !== "not_applicable") this.addCheck(area, id, title, outcome === "fail");
      }
    }
  }

  get performance(): ReportPerformance {
    const withPaint = this.measured.filter(({ lcp_ms }) => lcp_ms !== null);
    return {
      aggregate: "p75",
      pages_measured: withPaint.length,
      metrics: Object.fromEntries(
        metricNames.map((name) => [name, summariseMetric(this.measured, name)]),
      ) as ReportMetrics,
      slowest_pages: withPaint
        .sort((a, b) => (b.lcp_ms ?? 0) - (a.lcp_ms ?? 0))
        .slice(0, 5)
        .map(({ url, lcp_ms, weight_bytes, requests }) => ({ url, lcp_ms, weight_bytes, requests })),
    };
  }

  checksOf(area: "seo" | "quality"): { checks: ReportCheck[] } {
    const rows = [...this.checks[area].values()];
    return { checks: rows.sort((a, b) => (b.pages_failed ?? 0) - (a.pages_failed ?? 0) || a.id.localeCompare(b.id)) };
  }

  private addCheck(area: "seo" | "quality", id: string, title: string, failed: boolean): void {
    const row = this.checks[area].get(id);
    const pages_failed = (row?.pages_failed ?? 0) + (failed ? 1 : 0);
    const pages_total = (row?.pages_total ?? 0) + 1;
    this.checks[area].set(id, { id, title, outcome: pages_failed > 0 ? "fail" : "pass", pages_failed, pages_total });
  }
}
