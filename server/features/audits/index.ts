export {
  askScanner,
  giveUpAudit,
  hearScanner,
  resumeAudits,
  stopScanner,
  tidyAfterAudit,
} from "./ask-scanner";
export { presentAudit, presentScores } from "./present";
export { findAudit } from "./read-audits";
export { readRuleTotals } from "./result-tables";
export { type AuditSummary, summarisePages } from "./summarise-pages";
