import type { Outputs } from "@/app/_client/trpc";
import type { Severity } from "@/app/_ui/impact";
import type { RuleAdvice } from "@/server/features/rules";
import { adviseOnRule } from "@/server/features/rules";

export type Results = Outputs["results"]["get"];
export type Rule = Results["rules"][number];
export type Problem = Rule & { severity: Severity; advice: RuleAdvice; share: number };

const harm: Record<Severity, number> = { critical: 10, serious: 7, moderate: 3, minor: 1, needs_review: 0 };

/** What fails, ordered by harm × reach; `share` is the part of all failing elements, 0 to 1. */
export const rankProblems = (rules: readonly Rule[]): Problem[] => {
  const failing = rules.filter(({ nodes }) => nodes > 0);
  const all = failing.reduce((sum, { nodes }) => sum + nodes, 0);
  return failing
    .map((rule) => ({
      ...rule,
      severity: rule.impact ?? ("minor" as const),
      advice: adviseOnRule(rule.rule_id, rule),
      share: rule.nodes / all,
    }))
    .sort(
      (one, other) => harm[other.severity] * other.pages - harm[one.severity] * one.pages || other.nodes - one.nodes,
    );
};

/** What a person has to decide, the most frequent first. Counts are those of the open questions. */
export const rankReviews = (rules: readonly Rule[]): Problem[] => {
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
    .sort((one, other) => other.pages - one.pages || other.nodes - one.nodes);
};

export const ruleHref = (audit_id: string, { rule_id, severity }: Pick<Problem, "rule_id" | "severity">): string =>
  `/accessibility/audits/${audit_id}/rules/${encodeURIComponent(rule_id)}${severity === "needs_review" ? "?show=needs_review" : ""}`;
