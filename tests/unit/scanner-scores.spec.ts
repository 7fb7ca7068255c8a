import { expect, test } from "@playwright/test";
import { checksScore, curveScore, performanceScore, siteScore } from "@/server/scanner/scores";

test("a score for checks is the weighted share of applicable checks that passed", () => {
  const checks = [
    { weight: 6, outcome: "pass" },
    { weight: 2, outcome: "fail" },
    { weight: 90, outcome: "not_applicable" },
  ] as const;
  expect(checksScore(checks)).toBe(75);
  expect(checksScore([{ weight: 1, outcome: "not_applicable" }])).toBeNull();
});

test("a metric scores 90 at its good value and 50 at its poor value, and missing metrics are omitted", () => {
  expect(curveScore(1_200, { good: 1_200, poor: 2_400 })).toBeCloseTo(0.9, 3);
  expect(curveScore(2_400, { good: 1_200, poor: 2_400 })).toBeCloseTo(0.5, 3);
  expect(curveScore(0, { good: 0.1, poor: 0.25 })).toBe(1);
  const poor = { lcp_ms: 2_400, tbt_ms: 350, cls: 0.25, fcp_ms: 1_600, ttfb_ms: 1_800 };
  expect(performanceScore(poor)).toBe(50);
  expect(performanceScore({ ...poor, lcp_ms: null, ttfb_ms: null })).toBe(50);
  expect(performanceScore({ ...poor, lcp_ms: null, fcp_ms: null })).toBeNull();
});

test("a website's score is the mean of its pages' scores, omitting pages that have no score", () => {
  expect(siteScore([100, null, 50])).toBe(75);
  expect(siteScore([null])).toBeNull();
});
