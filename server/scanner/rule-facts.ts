import { implementedActRules, ruleCatalogue } from "./page/rule-catalogue";

export { axeVersion as engineVersion } from "./page/rule-catalogue";

export interface RuleFacts {
  rule_id: string;
  help: string;
  description: string;
  help_url: string;
  /** Success criteria such as "1.4.3"; empty for best practices. */
  wcag: string[];
}

/** Returns axe-core's description of a rule, with empty strings for an unknown rule. */
export const ruleFacts = (ruleId: string): RuleFacts => {
  const known = ruleCatalogue.get(ruleId);
  if (!known) return { rule_id: ruleId, help: "", description: "", help_url: "", wcag: [] };
  const { rule_id, help, description, help_url, wcag } = known;
  return { rule_id, help, description, help_url, wcag: [...wcag] };
};

/** Returns axe-core's own tags for a rule. */
export const ruleTags = (ruleId: string): readonly string[] => ruleCatalogue.get(ruleId)?.tags ?? [];

/** Returns the ids of the ACT rules that a rule implements. */
export const actRules = (ruleId: string): readonly string[] => implementedActRules.get(ruleId) ?? [];
