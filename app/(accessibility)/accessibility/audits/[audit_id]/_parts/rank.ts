import type { Outputs } from "@/app/_client/trpc";
import type { Severity } from "@/app/_ui/impact";
import { compareUrgency } from "@/server/core/impact";
import type { RuleAdvice } from "@/server/domains/audits/rules";
import { adviseOnRule } from "@/server/domains/audits/rules";

export type Results = Outputs["results"]["get"];
export type Rule = Results["rules"][number];
export type RankedRule = Rule & { severity: Severity; advice: RuleAdvice; share: number };

/** Returns the failing rules, most urgent first; `share` is a rule's share of all failing elements, from 0 to 1. */
export const rankFailures = (rules: readonly Rule[]): RankedRule[] => {
  const failing = rules.filter(({ nodes }) => nodes > 0);
  const all = failing.reduce((sum, { nodes }) => sum + nodes, 0);
  return failing
    .map((rule) => ({
      ...rule,
      severity: rule.impact ?? ("minor" as const),
      advice: adviseOnRule(rule.rule_id, rule),
      share: rule.nodes / all,
    }))
    .sort(compareUrgency);
};

/**
 * Returns the rules that need review, most urgent first; `nodes`, `pages` and `share` count only elements that need
 * review.
 */
export const rankReviews = (rules: readonly Rule[]): RankedRule[] => {
  const open = rules.filter(({ review_nodes }) => review_nodes > 0);
  const all = open.reduce((sum, { review_nodes }) => sum + review_nodes, 0);
  return open
    .map((rule) => ({
      ...rule,
      nodes: rule.review_nodes,
      pages: rule.review_pages,
      severity: "needs_review" as const,
      advice: adviseOnRule(rule.rule_id, rule),
      share: rule.review_nodes / all,
    }))
    .sort((one, other) => compareUrgency({ ...one, impact: one.severity }, { ...other, impact: other.severity }));
};

export const ruleHref = (audit_id: string, { rule_id, severity }: Pick<RankedRule, "rule_id" | "severity">): string =>
  `/accessibility/audits/${audit_id}/rules/${encodeURIComponent(rule_id)}${severity === "needs_review" ? "?show=needs_review" : ""}`;
