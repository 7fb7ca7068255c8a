import { scoreBands } from "@/messages/runtime/score-bands";
import { score } from "@/messages/texts/score";
import { type Impact, impactWeights, scoreCeilings } from "@/server/core/impact";
import { accessibilityFormula } from "@/server/scanner/accessibility-score";
import { qualityTable } from "@/server/scanner/page/quality-checks";
import { seoTable } from "@/server/scanner/page/seo-checks";
import { checksFormula, performanceCurves, performanceFormula } from "@/server/scanner/scores";
import { table } from "./markdown";

const labels: Record<keyof typeof performanceCurves, string> = {
  lcp_ms: "Largest Contentful Paint (LCP), ms",
  tbt_ms: "Total Blocking Time (TBT), ms",
  cls: "Cumulative Layout Shift (CLS)",
  fcp_ms: "First Contentful Paint (FCP), ms",
  ttfb_ms: "Time to First Byte (TTFB), ms",
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

/** Renders the formula in docs/score.md. */
export const renderAccessibilityScore = (): string =>
  [
    accessibilityFormula,
    table(
      ["Impact", "Takes off", "Page starts at"],
      Object.entries(impactWeights).map(([impact, weight]) => [
        impact,
        `${weight}%`,
        String(scoreCeilings[impact as Impact]),
      ]),
    ),
  ].join("\n\n");

/** Renders the bands in docs/score.md. */
export const renderBands = (): string =>
  table(
    ["Score", "Band", "Same colour as"],
    scoreBands.map(({ id, from, status }, index) => [
      `${from} to ${(scoreBands[index - 1]?.from ?? 101) - 1}`,
      score.bands[id],
      status,
    ]),
  );

/** Renders the formulas in docs/scanner.md from the tables that the scanner uses. */
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
