export { countFindings, RuleRollup, type RuleTotals, worstRuleFirst } from "./roll-up-rules";
