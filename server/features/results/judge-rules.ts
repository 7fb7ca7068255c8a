import { wcagCriteria } from "@/server/features/rules";
import type { RuleTotals } from "@/server/scanner/roll-up-rules";
import type { Counts, CriterionSummary } from "./contract";

const outcomeOf = (rules: readonly RuleTotals[]): CriterionSummary["outcome"] => {
  if (rules.some((rule) => rule.nodes > 0)) return "failed";
  if (rules.some((rule) => rule.review_nodes > 0)) return "needs_review";
  return rules.some((rule) => rule.passed_nodes > 0) ? "passed" : "not_tested";
};

/** All A and AA criteria of WCAG 2.2, each with what the rules found. `passed` means no rule failed, not that a person agreed. */
export const criteriaOf = (rules: readonly RuleTotals[]): CriterionSummary[] =>
  wcagCriteria.map(({ criterion, name, level }) => {
    const testing = rules.filter((rule) => rule.wcag.includes(criterion));
    const tested = testing.map((rule) => rule.rule_id);
    return { criterion, name, level, outcome: outcomeOf(testing), rules: tested };
  });

export const countsOf = (rules: readonly RuleTotals[]): Counts => {
  const failing = (impact: string): number =>
    rules.filter((rule) => (rule.impact ?? "minor") === impact).reduce((sum, rule) => sum + rule.nodes, 0);
  return {
    critical: failing("critical"),
    serious: failing("serious"),
    moderate: failing("moderate"),
    minor: failing("minor"),
    needs_review: rules.reduce((sum, rule) => sum + rule.review_nodes, 0),
    passed: rules.reduce((sum, rule) => sum + rule.passed_nodes, 0),
  };
};
