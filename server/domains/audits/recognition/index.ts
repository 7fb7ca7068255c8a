export { createFingerprint } from "./fingerprint";
export { pageKey } from "./page-key";
export { recogniseFindings } from "./recognise-findings";
export { createSignalsHash, readSignals, type Signals } from "./signals";
export { type AuditKey, insertIssues, recogniseUnchanged } from "./write-recognised";
