export {
  askScanner,
  giveUpAudit,
  type Hearing,
  hearScanner,
  resumeAudits,
  stopScanner,
  tidyAfterAudit,
} from "./ask-scanner";
export { presentAudit, presentScores } from "./present";
export { findAudit } from "./read-audits";
export { startAudit } from "./start-audit";
export { type AuditSummary, type CheckSummary, summarisePages } from "./summarise-pages";
