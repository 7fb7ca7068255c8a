export { adviceTable, adviseOnRule } from "./advice";
export type { GuiltyPart, RuleAdvice } from "./contract";
export { criterionUrl, findCriterion } from "./criterion-url";
export { markGuiltyPart, type SnippetPart } from "./mark-guilty-part";
export { testByHand } from "./test-by-hand";
export { wcagCriteria } from "./wcag-criteria";
