import { expect, test } from "@playwright/test";
import { accessibilityScore, checksScore, curveScore, performanceScore, siteScore } from "@/server/scanner/scores";

test("accessibility: 100 × weighted passed ÷ (passed + failed), with the weights 10, 7, 3, 1", () => {
  expect(accessibilityScore([{ impact: "critical", passed: 3, failed: 1 }])).toBe(75);
  const mixed = [
    { impact: "critical", passed: 1, failed: 0 },
    { impact: "serious", passed: 0, failed: 1 },
    { impact: "moderate", passed: 1, failed: 0 },
    { impact: "minor", passed: 0, failed: 1 },
  ] as const;
  expect(accessibilityScore(mixed)).toBe(61.9);
});

test("accessibility: ignores needs review, is null without checks, and is 100 only without failures", () => {
  const review = { impact: "critical", passed: 1, failed: 0, needs_review: 50 } as const;
  expect(accessibilityScore([review])).toBe(100);
  expect(accessibilityScore([])).toBeNull();
  expect(accessibilityScore([{ impact: "minor", passed: 0, failed: 0 }])).toBeNull();
  expect(
    accessibilityScore([
      { impact: "critical", passed: 100_000, failed: 0 },
      { impact: "minor", passed: 0, failed: 1 },
    ]),
  ).toBe(99.9);
});

test("checks: the share of passed checks among applicable ones, by weight", () => {
  const checks = [
    { weight: 6, outcome: "pass" },
    { weight: 2, outcome: "fail" },
    { weight: 90, outcome: "not_applicable" },
  ] as const;
  expect(checksScore(checks)).toBe(75);
  expect(checksScore([{ weight: 1, outcome: "not_applicable" }])).toBeNull();
});

test("performance: each curve is 90 at its good and 50 at its poor value, and missing metrics are left out", () => {
  expect(curveScore(1_200, { good: 1_200, poor: 2_400 })).toBeCloseTo(0.9, 3);
  expect(curveScore(2_400, { good: 1_200, poor: 2_400 })).toBeCloseTo(0.5, 3);
  expect(curveScore(0, { good: 0.1, poor: 0.25 })).toBe(1);
  const poor = { lcp_ms: 2_400, tbt_ms: 350, cls: 0.25, fcp_ms: 1_600, ttfb_ms: 1_800 };
  expect(performanceScore(poor)).toBe(50);
  expect(performanceScore({ ...poor, lcp_ms: null, ttfb_ms: null })).toBe(50);
  expect(performanceScore({ ...poor, lcp_ms: null, fcp_ms: null })).toBeNull();
});

test("a website's score is the mean of the pages that have one", () => {
  expect(siteScore([100, null, 50])).toBe(75);
  expect(siteScore([null])).toBeNull();
});
