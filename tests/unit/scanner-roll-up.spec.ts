import { expect, test } from "@playwright/test";
import {
  countFindings,
  RuleRollup,
  type RuleTotals,
  worstRuleFirst,
} from "@/server/domains/audits/totals/roll-up-rules";
import type { AxeResult, Impact } from "@/server/scanner/contract";
import { axeOf } from "../support/scans";

const first = axeOf([
  { rule_id: "button-name", impact: "critical", failed: ["#a", "#b"], passed: 3 },
  { rule_id: "color-contrast", impact: "serious", needs_review: ["#c"], passed: 5 },
]);
const second = axeOf([
  { rule_id: "button-name", impact: "critical", needs_review: ["#d"] },
  { rule_id: "color-contrast", impact: "serious", failed: ["#e"] },
  { rule_id: "list", impact: "serious", passed: 2 },
]);

const rollUp = (pages: readonly (AxeResult | null)[], earlier: readonly RuleTotals[] = []): RuleTotals[] => {
  const rollup = new RuleRollup(earlier);
  for (const axe of pages) rollup.add(axe);
  return rollup.rules;
};

test("adds up elements and pages per rule, counting failed, needs review and passed separately", () => {
  const rules = Object.fromEntries(rollUp([first, null, second]).map((rule) => [rule.rule_id, rule]));
  expect(rules["button-name"]).toMatchObject({
    impact: "critical",
    nodes: 2,
    pages: 1,
    review_nodes: 1,
    passed_nodes: 3,
  });
  expect(rules["color-contrast"]).toMatchObject({
    nodes: 1,
    pages: 1,
    review_nodes: 1,
    review_pages: 1,
    passed_pages: 1,
  });
  expect(rules["list"]).toMatchObject({
    impact: "serious",
    nodes: 0,
    review_nodes: 0,
    passed_nodes: 2,
    passed_pages: 1,
  });
});

test("adds up each rule's elements and pages across all pages", () => {
  expect(rollUp([first, second, first])).toMatchObject([
    {
      rule_id: "button-name",
      ...{ nodes: 4, pages: 2, review_nodes: 1, review_pages: 1, passed_nodes: 6, passed_pages: 2 },
    },
    {
      rule_id: "color-contrast",
      ...{ nodes: 1, pages: 1, review_nodes: 2, review_pages: 2, passed_nodes: 10, passed_pages: 2 },
    },
    { rule_id: "list", nodes: 0, pages: 0, review_nodes: 0, review_pages: 0, passed_nodes: 2, passed_pages: 1 },
  ]);
});

test("adding pages in batches gives the same totals as adding them all at once, and doesn't modify earlier totals", () => {
  const earlier = rollUp([first]);
  const before = structuredClone(earlier);
  expect(rollUp([second], earlier)).toEqual(rollUp([first, second]));
  expect(earlier).toEqual(before);
});

test("a rule's impact is the highest of its failures, in whatever order the pages are added", () => {
  const failing = (impact: Impact | null) => {
    const axe = axeOf([{ rule_id: "house-rule", impact: "minor", failed: ["#x"] }]);
    return { ...axe, violations: axe.violations.map((rule) => ({ ...rule, impact })) };
  };
  const review = axeOf([{ rule_id: "house-rule", impact: "critical", needs_review: ["#x"] }]);
  const pages = [review, failing("moderate"), failing("serious"), failing(null)];
  for (const order of [pages, pages.toReversed()])
    expect(rollUp(order)).toMatchObject([{ impact: "serious", nodes: 3, review_nodes: 1 }]);
});

test("a rule that isn't one of axe's gets its help and criteria from the first page that has them", () => {
  const foreign = axeOf([{ rule_id: "house-rule", impact: "minor", wcag: ["1.1.1"], failed: ["#x"] }]);
  const untold = structuredClone(foreign);
  Object.assign(untold.violations[0] ?? {}, { help: "", wcag: [] });
  expect(rollUp([foreign], rollUp([untold]))).toMatchObject([
    { help: "Help of house-rule", wcag: ["1.1.1"], nodes: 2 },
  ]);
});

test("sorts rules with failures first, then by impact, then by number of elements", () => {
  const rule = (rule_id: string, impact: Impact | null, nodes: number): RuleTotals => ({
    ...(rollUp([axeOf([{ rule_id, impact: "minor", passed: 1 }])])[0] as RuleTotals),
    impact,
    nodes,
  });
  const sorted = [
    rule("passes", "critical", 0),
    rule("unrated", null, 9),
    rule("small", "minor", 9),
    rule("b-few", "serious", 1),
    rule("a-few", "serious", 1),
    rule("many", "serious", 4),
    rule("worst", "critical", 1),
  ].sort(worstRuleFirst);
  expect(sorted.map(({ rule_id }) => rule_id)).toEqual([
    "worst",
    "many",
    "a-few",
    "b-few",
    "small",
    "unrated",
    "passes",
  ]);
});

test("counts a page's findings by impact, and an unrated finding as minor", () => {
  const axe = structuredClone(first);
  Object.assign(axe.violations[0] ?? {}, { impact: null });
  expect(countFindings(axe)).toEqual({ critical: 0, serious: 0, moderate: 0, minor: 2, needs_review: 1, passed: 8 });
  expect(countFindings(null)).toMatchObject({ minor: 0, passed: 0 });
});
