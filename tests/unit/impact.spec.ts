import { expect, test } from "@playwright/test";
import { type Rule, rankFailures } from "@/app/(accessibility)/accessibility/audits/[audit_id]/_parts/rank";
import { compareUrgency, impacts, impactWeights, impactWeightsInWords, weighCounts } from "@/server/core/impact";
import { readFindings } from "@/server/domains/reports/pdf/model/findings";
import { createRandom } from "../support/fuzz/random";

const names = (rules: Parameters<typeof compareUrgency>[0][]): string[] =>
  rules.sort(compareUrgency).map(({ rule_id }) => rule_id);

test("sorts by impact weight multiplied by the number of pages, then by weight, elements and rule", () => {
  const rules = [
    { rule_id: "minor-on-10-pages", impact: "minor", pages: 10, nodes: 10 },
    { rule_id: "b", impact: "critical", pages: 1, nodes: 1 },
    { rule_id: "a", impact: "critical", pages: 1, nodes: 1 },
    { rule_id: "more-elements", impact: "critical", pages: 1, nodes: 2 },
    { rule_id: "serious-on-2-pages", impact: "serious", pages: 2, nodes: 2 },
    { rule_id: "unknown", impact: null, pages: null, nodes: null },
  ] as const;
  expect(names([...rules])).toEqual(["serious-on-2-pages", "more-elements", "a", "b", "minor-on-10-pages", "unknown"]);
});

test("sorts the rules of findings that need review by number of pages, then by number of elements", () => {
  const review = (rule_id: string, pages: number, nodes: number) =>
    ({ rule_id, impact: "needs_review", pages, nodes }) as const;
  expect(names([review("few", 1, 9), review("many", 3, 3), review("some", 1, 10)])).toEqual(["many", "some", "few"]);
});

test("the app and the PDF list the rules in the same order", () => {
  const random = createRandom(7);
  const rules = Array.from({ length: 60 }, (_, index) => ({
    rule_id: `rule-${(index * 37) % 60}`,
    impact: random.pick([...impacts, null]),
    nodes: 1 + random.below(5),
    pages: 1 + random.below(4),
  }));
  const inApp = rankFailures(rules as Rule[]).map(({ rule_id }) => rule_id);
  const issues = rules.map(({ rule_id, impact, nodes, pages }) => ({ rule_id, impact, nodes, pages }));
  expect(readFindings({ issues }).failed.map(({ ruleId }) => ruleId)).toEqual(inApp);
});

test("multiplies counts by the weight of their impact, and describes the weights in words", () => {
  expect(weighCounts({ critical: 2, serious: null, minor: 3 })).toBe(23);
  expect(impactWeightsInWords).toBe(`critical ${impactWeights.critical}, serious 7, moderate 3, minor 1`);
});
