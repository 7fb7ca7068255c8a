export { adviceTable, adviseOnRule } from "./advice";
export type { GuiltyPart, RuleAdvice } from "./contract";
export { criterionUrl, findCriterion } from "./criterion-url";
export { markGuiltyPart, type SnippetPart } from "./mark-guilty-part";
export { type Criterion, wcagCriteria } from "./wcag-criteria";
