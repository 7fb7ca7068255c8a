import { type Impact, Standard } from "./contract";
import { type Engine, engines } from "./engines";
import {
  allRulesOf,
  engineOf,
  enginesOf,
  implementedActRules,
  needsReviewOnly,
  ruleCatalogue,
} from "./page/rule-catalogue";
import { drivenRules } from "./page/step-rules";
import { type RuleAccuracy, ruleAccuracy } from "./rule-accuracy";

export { accessLintVersion, axeVersion as engineVersion } from "./page/rule-catalogue";

export interface RuleFacts {
  rule_id: string;
  help: string;
  description: string;
  help_url: string;
  /** Success criteria such as "1.4.3"; empty for best practices. */
  wcag: string[];
}

/** Returns the description of a rule, with empty strings if the rule is unknown. */
export const ruleFacts = (ruleId: string): RuleFacts => {
  const known = ruleCatalogue.get(ruleId);
  if (!known) return { rule_id: ruleId, help: "", description: "", help_url: "", wcag: [] };
  const { rule_id, help, description, help_url, wcag } = known;
  return { rule_id, help, description, help_url, wcag: [...wcag] };
};

/** Returns the tags of a rule, in axe-core's format. */
export const ruleTags = (ruleId: string): readonly string[] => ruleCatalogue.get(ruleId)?.tags ?? [];

/** Reports whether a rule runs only on pages that the scanner interacts with. */
export const isDrivenRule = (ruleId: string): boolean => drivenRules.includes(ruleId);

/** Returns the ids of the ACT rules that a rule implements. */
export const actRules = (ruleId: string): readonly string[] => implementedActRules.get(ruleId) ?? [];

/**
 * Returns the engines that reported a finding: those that the scanner listed or, if it listed none, the engine of
 * the finding's rule.
 */
export const seenBy = (ruleId: string, named: readonly string[]): Engine[] => {
  const known = engines.filter((engine) => named.includes(engine));
  return known.length > 0 ? known : [engineOf(ruleId)];
};

export interface RuleInUse extends RuleFacts {
  engine: Engine;
  /** The engines that can detect what the rule looks for; the second one runs only if an audit requests it. */
  engines: Engine[];
  impact: Impact;
  /** The outcome for an element that doesn't pass. */
  outcome: "failed" | "needs_review";
  /** The standards that include the rule. A best practice is part of all standards. */
  standards: Standard[];
  act_rules: readonly string[];
  accuracy: RuleAccuracy | null;
}

/** Returns the rules of all standards, sorted by id. */
export const listRulesInUse = (): RuleInUse[] => {
  const lists = Standard.options.map((standard) => ({ standard, ids: new Set(allRulesOf(standard)) }));
  return [...ruleCatalogue.values()]
    .map(
      ({ tags: _, ...rule }): RuleInUse => ({
        ...rule,
        engine: engineOf(rule.rule_id),
        engines: enginesOf(rule.rule_id),
        outcome: needsReviewOnly(rule.rule_id) ? "needs_review" : "failed",
        standards: lists.filter(({ ids }) => ids.has(rule.rule_id)).map(({ standard }) => standard),
        act_rules: actRules(rule.rule_id),
        accuracy: ruleAccuracy(rule.rule_id),
      }),
    )
    .filter(({ standards }) => standards.length > 0)
    .sort((a, b) => (a.rule_id < b.rule_id ? -1 : 1));
};
