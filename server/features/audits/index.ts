export { addressOf } from "./announce-end";
export { resultsUrl } from "./announce-webhooks";
export {
  askScanner,
  giveUpAudit,
  hearScanner,
  resumeAudits,
  stopScanner,
  tidyAfterAudit,
} from "./ask-scanner";
export { type Changes, compareAudits, previousAudit } from "./compare-audits";
export { listNewProblems } from "./list-new-problems";
export { presentAudit, presentScores } from "./present";
export { findAudit } from "./read-audits";
export { changedNodes, forgetComparisons, readComparison } from "./read-comparison";
export { readRuleTotals } from "./result-tables";
export { startScheduledAudit } from "./start-audit";
export { summariseComponents } from "./summarise-components";
export { type AuditSummary, summarisePages } from "./summarise-pages";
