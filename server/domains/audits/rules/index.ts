export { adviseOnRule, rulesWithAdvice } from "./advice";
export type { GuiltyPart, RuleAdvice } from "./contract";
export { markGuiltyPart, type SnippetPart } from "./mark-guilty-part";
export { criteriaOfStandard, nameStandard } from "./standards";
export { criterionUrl, findCriterion, testByHand, wcagCriteria } from "./wcag-criteria";
