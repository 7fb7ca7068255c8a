import { ruleCatalogue } from "./page/rule-catalogue";

export { axeVersion as engineVersion } from "./page/rule-catalogue";

export interface RuleFacts {
  rule_id: string;
  help: string;
  description: string;
  help_url: string;
  /** Success criteria such as "1.4.3"; empty for best practice. */
  wcag: string[];
}

/** What axe-core says of one of its rules; empty texts for a rule it does not know. */
export const ruleFacts = (ruleId: string): RuleFacts => {
  const known = ruleCatalogue.get(ruleId);
  if (!known) return { rule_id: ruleId, help: "", description: "", help_url: "", wcag: [] };
  const { rule_id, help, description, help_url, wcag } = known;
  return { rule_id, help, description, help_url, wcag: [...wcag] };
};

/** axe-core's own tags of one of its rules. */
export const ruleTags = (ruleId: string): readonly string[] => ruleCatalogue.get(ruleId)?.tags ?? [];
