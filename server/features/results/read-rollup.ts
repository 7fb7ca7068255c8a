import type { Db } from "@/server/core/context";
import { wcagCriteria } from "@/server/features/rules";
import type { Counts, CriterionSummary, RuleSummary } from "./contract";

const order = ["critical", "serious", "moderate", "minor"];
const rank = (impact: string | null): number => (impact ? order.indexOf(impact) : order.length);

/** Every rule that met an element, worst first: impact, then how many elements fail. */
export const readRules = async (db: Db, auditId: string): Promise<RuleSummary[]> => {
  const rows = await db.auditRule.findMany({ where: { audit_id: auditId } });
  return rows
    .map(({ audit_id: _, failed_nodes, failed_pages, impact, ...row }) => ({
      ...row,
      impact: impact as RuleSummary["impact"],
      nodes: failed_nodes,
      pages: failed_pages,
    }))
    .sort(
      (a, b) =>
        Number(b.nodes > 0) - Number(a.nodes > 0) ||
        rank(a.impact) - rank(b.impact) ||
        b.nodes - a.nodes ||
        a.rule_id.localeCompare(b.rule_id),
    );
};

const outcomeOf = (rules: readonly RuleSummary[]): CriterionSummary["outcome"] => {
  if (rules.some((rule) => rule.nodes > 0)) return "failed";
  if (rules.some((rule) => rule.review_nodes > 0)) return "needs_review";
  return rules.some((rule) => rule.passed_nodes > 0) ? "passed" : "not_tested";
};

/** All A and AA criteria of WCAG 2.2, each with what the rules found. `passed` means no rule failed, not that a person agreed. */
export const criteriaOf = (rules: readonly RuleSummary[]): CriterionSummary[] =>
  wcagCriteria.map(({ criterion, name, level }) => {
    const testing = rules.filter((rule) => rule.wcag.includes(criterion));
    return { criterion, name, level, outcome: outcomeOf(testing), rules: testing.map((rule) => rule.rule_id) };
  });

export const countsOf = (rules: readonly RuleSummary[]): Counts => {
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
