import { qualityTable } from "@/server/scanner/page/quality-checks";
import { seoTable } from "@/server/scanner/page/seo-checks";
import {
  accessibilityFormula,
  checksFormula,
  impactWeights,
  performanceCurves,
  performanceFormula,
} from "@/server/scanner/scores";
import { table } from "./markdown";

const labels: Record<keyof typeof performanceCurves, string> = {
  lcp_ms: "Largest contentful paint (ms)",
  tbt_ms: "Total blocking time (ms)",
  cls: "Cumulative layout shift",
  fcp_ms: "First contentful paint (ms)",
  ttfb_ms: "Time to first byte (ms)",
};

const curves = (): string[][] =>
  Object.entries(performanceCurves).map(([metric, { weight, good, poor }]) => [
    labels[metric as keyof typeof labels],
    String(weight),
    String(good),
    String(poor),
  ]);

const checks = (rows: readonly { id: string; title: string; weight: number }[]): string =>
  table(
    ["Check", "Weight", "Passes when"],
    rows.map(({ id, title, weight }) => [`\`${id}\``, String(weight), title]),
  );

/** The formulas of docs/scanner.md, out of the tables the scanner computes with. */
export const renderScores = (): string =>
  [
    "### Accessibility",
    accessibilityFormula,
    table(
      ["Impact", "Weight"],
      Object.entries(impactWeights).map(([impact, weight]) => [impact, String(weight)]),
    ),
    "### Performance",
    performanceFormula,
    table(["Metric", "Weight", "Scores 90 at", "Scores 50 at"], curves()),
    "### SEO",
    checksFormula,
    checks(seoTable),
    "### Quality",
    checksFormula,
    checks(qualityTable),
  ].join("\n\n");
