export { endAuditsOverBudget } from "./audit-budget";
export { missingPages, standardOf, toAuditOutput, toPartialOutput, toScoresOutput } from "./audit-output";
export { type Changes, compareAudits, previousAudit } from "./compare-audits";
export { cropScreenshot, outlinePicture, type PlaceInScreenshot } from "./crop-screenshot";
export { resultsUrl } from "./emit-webhooks";
export { listNewFailures } from "./list-new-failures";
export { addressOf } from "./notify-end";
export { confirmStop, stopParkedAudit } from "./park-audit";
export { purgeScreenshots } from "./purge-screenshots";
export { findAudit } from "./read-audits";
export { changedNodes, purgeComparisons, readComparison } from "./read-comparison";
export { readScope } from "./read-scope";
export {
  checkProgress,
  failUndeliveredAudit,
  requestScan,
  resumeAudits,
  stopScanner,
  vacuumAfter,
} from "./request-scan";
export { readRuleTotals } from "./result-tables";
export { scoreAccessibility } from "./score-website";
export { startScheduledAudit } from "./start-audit";
export type { StripRow } from "./store-strips";
export { summariseComponents } from "./summarise-components";
export { type AuditSummary, storedSummary, summarisePages } from "./summarise-pages";
