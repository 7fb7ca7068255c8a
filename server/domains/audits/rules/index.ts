export { nameEngine } from "@/server/scanner/engines";
export { ruleAccuracy } from "@/server/scanner/rule-accuracy";
export { adviseOnRule, rulesWithAdvice } from "./advice";
export type { FailingPart, RuleAdvice } from "./contract";
export { describeAccuracy, summariseAccuracy } from "./describe-accuracy";
export {
  cropAround,
  describeLandmark,
  describePicture,
  describeReach,
  describeState,
  describeStripPicture,
} from "./element-place";
export { markFailingPart, type SnippetPart } from "./mark-failing-part";
export {
  criteriaListedFor,
  criteriaOfStandard,
  findListedCriterion,
  includesLevelAaa,
  listedCriterionUrl,
  nameStandard,
} from "./standards";
export { concerns } from "./stricter-criteria";
export { criterionUrl, findCriterion, rulesThatDecide, testByHand, wcagCriteria } from "./wcag-criteria";
