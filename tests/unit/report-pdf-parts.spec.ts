import { expect, test } from "@playwright/test";
import { readFindings } from "@/server/domains/reports/pdf/model/findings";
import { readReport } from "@/server/domains/reports/pdf/model/report-model";
import { extentOf, nextSteps, scoreMeaning } from "@/server/domains/reports/pdf/model/summary";
import { contrast, impactColours, palette, readableAccent } from "@/server/domains/reports/pdf/palette";
import { breakLines, shorten } from "@/server/domains/reports/pdf/text/break-lines";
import {
  formatBytes,
  formatMoment,
  formatNumber,
  formatSeconds,
  linkAddress,
  pathWithin,
} from "@/server/domains/reports/pdf/text/format";
import { printableText } from "@/server/domains/reports/pdf/text/printable-text";

test("text has a contrast of at least 7:1, and graphical marks at least 3:1", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 1);
  expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
  for (const colour of [palette.ink, palette.quiet, palette.accent, palette.poor]) {
    expect(contrast(colour, palette.paper)).toBeGreaterThanOrEqual(7);
    expect(contrast(colour, palette.panel)).toBeGreaterThanOrEqual(7);
  }
  for (const { text, fill, strong } of Object.values(impactColours)) {
    expect(contrast(text, fill)).toBeGreaterThanOrEqual(7);
    expect(contrast(text, palette.panel)).toBeGreaterThanOrEqual(7);
    expect(contrast(strong, fill)).toBeGreaterThanOrEqual(3);
  }
});

test("darkens an accent colour until it is readable, and leaves a readable one unchanged", () => {
  for (const accent of ["#ffff00", "#fff", "#e8590c", "#0bf"]) {
    expect(contrast(readableAccent(accent), palette.paper)).toBeGreaterThanOrEqual(7);
  }
  expect(readableAccent("#0b4a6f")).toBe("#0b4a6f");
  expect(readableAccent(null)).toBe(palette.accent);
});

test("groups findings by rule, sorted by impact weight multiplied by the number of pages", () => {
  const { failed, toReview } = readFindings({
    issues: [
      { rule_id: "minor-everywhere", impact: "minor", nodes: 50, pages: 50 },
      { rule_id: "critical-rare", impact: "critical", nodes: 4, pages: 4 },
      { rule_id: "serious-often", impact: "serious", nodes: 30, pages: 10 },
      { rule_id: "serious-often", impact: "moderate", nodes: 10, pages: 12 },
      { rule_id: "unsure", impact: "needs_review", nodes: 6 },
    ],
  });
  expect(failed.map(({ ruleId }) => ruleId)).toEqual(["serious-often", "minor-everywhere", "critical-rare"]);
  expect(failed[0]).toMatchObject({ impact: "serious", elements: 40, pages: 12, number: 1 });
  expect(failed.reduce((total, { share }) => total + (share ?? 0), 0)).toBeCloseTo(1);
  expect(toReview.map(({ ruleId }) => ruleId)).toEqual(["unsure"]);
});

test("takes counts from the summary, or from the issues if there is no summary, and shows other counts as missing", () => {
  const issues = [{ rule_id: "label", impact: "serious" as const, nodes: 3 }];
  expect(readReport({ issues }).counts).toMatchObject({ serious: 3, critical: 0, passed: null });
  expect(readReport({ issues, summary: { serious: 9 } }).counts).toMatchObject({ serious: 9, critical: null });
  expect(readReport({}).counts.serious).toBeNull();
});

test("sentences use singular and plural forms that match their numbers", () => {
  const [finding] = readFindings({ issues: [{ rule_id: "label", impact: "critical", nodes: 1, pages: 1 }] }).failed;
  if (!finding) throw new Error("no finding");
  expect(extentOf(finding, 1)).toBe("1 element on 1 of 1 page");
  expect(extentOf({ ...finding, elements: 1_200, pages: 3 }, null)).toBe("1,200 elements on 3 pages");
  expect(extentOf({ ...finding, elements: null, pages: null }, 4)).toBe("extent not measured");
  const steps = nextSteps(readReport({ issues: [{ rule_id: "label", impact: "critical", nodes: 1 }] }));
  expect(steps).toHaveLength(3);
  expect(steps[0]).toContain("finding 1");
  const criteria = [
    { criterion: "1.1.1", outcome: "passed" as const },
    { criterion: "1.2.1", outcome: "not_tested" as const },
  ];
  expect(scoreMeaning(readReport({ criteria, scores: { accessibility: 88 } }))).toContain(
    "Automated checks gave a result for 1 of 2 criteria. A person needs to check the other one.",
  );
  const three = [...criteria, { criterion: "1.2.2", outcome: "not_tested" as const }];
  expect(scoreMeaning(readReport({ criteria: three }))).toContain(
    "of 3 criteria. A person needs to check the other 2.",
  );
});

test("splits monospaced text into lines of at most the given width without losing anything", () => {
  const text = "https://example.org/a-long-path/with/parts?and=queries&more=1";
  const lines = breakLines(text, 20);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(20);
  expect(lines.join("")).toBe(text);
  expect(lines[0]).toBe("https://example.org/");
  expect(breakLines("x".repeat(45), 20).map((line) => line.length)).toEqual([20, 20, 5]);
  expect(breakLines("one\ntwo", 20)).toEqual(["one", "two"]);
  expect(breakLines("图".repeat(25), 20).map((line) => line.length)).toEqual([10, 10, 5]);
});

test("cuts text off between characters, not within one", () => {
  expect(shorten("short", 10)).toBe("short");
  expect(shorten("a longer text", 9)).toBe("a longer…");
  expect(shorten("🚀🚀🚀🚀", 3)).toBe("🚀🚀…");
  expect(shorten("two\n\n lines", 20)).toBe("two lines");
});

test("replaces characters that none of the fonts contain, and keeps the original text for assistive technology", () => {
  const latin = (codePoint: number) => codePoint < 0x2000 && !(codePoint > 0x5ff && codePoint < 0x700);
  expect(printableText("plain\ntext", latin)).toMatchObject({ printed: "plain\ntext", needsActualText: false });
  expect(printableText("中 a\u0007b", latin)).toMatchObject({
    printed: "▯ a b",
    needsActualText: true,
    hasReplaced: true,
  });
  expect(printableText("אב", latin)).toMatchObject({ printed: "אב", needsActualText: true, hasReplaced: false });
  expect(printableText("half \ud83d", latin).printed).toBe("half ▯");
});

test("formats numbers, times and URLs for people", () => {
  expect(formatNumber(9_876_543)).toBe("9,876,543");
  expect(formatNumber(Number.MAX_SAFE_INTEGER).length).toBeLessThan(9);
  expect(formatSeconds(820)).toBe("820 ms");
  expect(formatSeconds(3_120)).toBe("3.1 s");
  expect(formatBytes(2_840_000)).toBe("2.8 MB");
  expect(formatMoment("2026-11-20T10:14:31+01:00")).toBe("20 November 2026, 09:14 UTC");
  expect(pathWithin("https://a.org/x?y=1#z", "https://a.org/")).toBe("/x?y=1#z");
  expect(pathWithin("https://b.org/x", "https://a.org/")).toBe("b.org/x");
  expect(linkAddress("https://exämple.org/ü")).toBe("https://xn--exmple-cua.org/%C3%BC");
  expect(linkAddress("javascript:alert(1)")).toBeNull();
});
