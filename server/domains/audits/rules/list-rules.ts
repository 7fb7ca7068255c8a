import { accessLintVersion, engineVersion, listRulesInUse } from "@/server/scanner/rule-facts";
import { adviseOnRule } from "./advice";
import type { Rule, RuleList } from "./contract";

type RuleInUse = ReturnType<typeof listRulesInUse>[number];

const withAdvice = (rule: RuleInUse): Rule => {
  const { who, why, fix, effort } = adviseOnRule(rule.rule_id, rule);
  return { ...rule, act_rules: [...rule.act_rules], who, why, fix, effort };
};

/** Returns all rules that audits can run, sorted by id, with advice. */
export const listRules = async (): Promise<RuleList> => ({
  axe_version: engineVersion,
  accesslint_version: accessLintVersion,
  rules: listRulesInUse().map(withAdvice),
});
