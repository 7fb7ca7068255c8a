import { expect, test } from "@playwright/test";
import { ReportData } from "@/server/features/reports/report-data";
import { sampleReport } from "../support/report/sample-report";

const problems = (data: unknown): Record<string, string> => {
  const result = ReportData.safeParse(data);
  return Object.fromEntries((result.error?.issues ?? []).map(({ path, message }) => [path.join("."), message]));
};

test("takes nothing, null sections, and unknown keys, which it keeps", () => {
  expect(problems({})).toEqual({});
  const data = {
    mine: 1,
    website: null,
    issues: [{ rule_id: "x", mine: [2] }],
    scores: { accessibility: null, mine: 3 },
  };
  expect(ReportData.parse(data)).toEqual(data);
  expect(ReportData.parse(sampleReport())).toEqual(sampleReport());
});

test("names every field of a wrong type", () => {
  const data = {
    scores: { accessibility: "88", seo: 101 },
    issues: [{}],
    pages: "all",
    criteria: [{ criterion: "1.1.1", outcome: "ok" }],
  };
  expect(Object.keys(problems(data)).sort()).toEqual([
    "criteria.0.outcome",
    "issues.0.rule_id",
    "pages",
    "scores.accessibility",
    "scores.seo",
  ]);
});

test("refuses a time that is none, a colour that is none, and a logo that would have to be fetched", () => {
  const data = {
    audit: { completed_at: "yesterday" },
    branding: { accent: "red; x", logo: "https://example.org/logo.png" },
  };
  expect(problems(data)).toMatchObject({
    "audit.completed_at": expect.stringContaining("date and time"),
    "branding.accent": expect.stringContaining("#0b5fff"),
    "branding.logo": expect.stringContaining("addresses are not fetched"),
  });
});

test("refuses texts and lists beyond any use", () => {
  const data = { website: { name: "x".repeat(501) }, issues: Array.from({ length: 10_001 }, () => ({ rule_id: "x" })) };
  expect(Object.keys(problems(data)).sort()).toEqual(["issues", "website.name"]);
});
