import { concerns, criteriaListedFor, rulesThatDecide } from "../rules";
import type { RuleTotals } from "../totals";
import type { Counts, CriterionSummary } from "./contract";

const outcomeOf = (criterion: string, rules: readonly RuleTotals[], pages: number): CriterionSummary["outcome"] => {
  if (rules.some((rule) => rule.nodes > 0)) return "failed";
  if (rules.some((rule) => rule.review_nodes > 0)) return "needs_review";
  if (rules.every((rule) => rule.passed_nodes === 0)) return "not_tested";
  const deciding = rulesThatDecide(criterion);
  const passedEverywhere = rules.filter((rule) => rule.passed_pages >= pages).map(({ rule_id }) => rule_id);
  return deciding.length > 0 && deciding.every((id) => passedEverywhere.includes(id)) ? "passed" : "no_failures";
};

/**
 * Reports whether a rule counts as testing a criterion. A rule that tests a less strict criterion counts as testing the
 * stricter one only if it finds something, because passing the rule isn't enough to meet the stricter criterion.
 */
const tests = (rule: RuleTotals, criterion: string): boolean =>
  rule.wcag.includes(criterion) || (rule.nodes + rule.review_nodes > 0 && concerns(rule, criterion));

/**
 * Returns all level A and AA criteria of WCAG 2.2, and the level AAA criteria if the standard includes them, with the
 * outcomes of their rules. A criterion is `passed` only if its rules cover all of it and passed on all of the audit's
 * `pages`. With the `templates` depth, the rules that interact with a page are run on only some of the pages.
 */
export const criteriaOf = (rules: readonly RuleTotals[], standard: string, pages: number): CriterionSummary[] =>
  criteriaListedFor(standard).map(({ criterion, name, level }) => {
    const testing = rules.filter((rule) => tests(rule, criterion));
    const tested = testing.map((rule) => rule.rule_id);
    return { criterion, name, level, outcome: outcomeOf(criterion, testing, pages), rules: tested };
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
