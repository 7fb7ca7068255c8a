import { rulesThatDecide, wcagCriteria } from "../rules";
import type { RuleTotals } from "../totals";
import type { Counts, CriterionSummary } from "./contract";

const outcomeOf = (criterion: string, rules: readonly RuleTotals[]): CriterionSummary["outcome"] => {
  if (rules.some((rule) => rule.nodes > 0)) return "failed";
  if (rules.some((rule) => rule.review_nodes > 0)) return "needs_review";
  const passed = rules.filter((rule) => rule.passed_nodes > 0).map(({ rule_id }) => rule_id);
  if (passed.length === 0) return "not_tested";
  const deciding = rulesThatDecide(criterion);
  return deciding.length > 0 && deciding.every((id) => passed.includes(id)) ? "passed" : "no_failures";
};

/**
 * Returns all A and AA criteria of WCAG 2.2 with the outcomes of their rules. A criterion is `passed` only if its rules
 * cover all of it.
 */
export const criteriaOf = (rules: readonly RuleTotals[]): CriterionSummary[] =>
  wcagCriteria.map(({ criterion, name, level }) => {
    const testing = rules.filter((rule) => rule.wcag.includes(criterion));
    const tested = testing.map((rule) => rule.rule_id);
    return { criterion, name, level, outcome: outcomeOf(criterion, testing), rules: tested };
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
