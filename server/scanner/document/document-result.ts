import type { Impact } from "@/server/core/impact";
import type { ClauseId } from "./clauses";

export interface DocumentFinding {
  ruleId: string;
  /** Clause of ISO 14289-1 and number of the check in the clause, such as "7.4.2-1". */
  clause: ClauseId;
  /** WCAG success criteria, such as "1.3.1". */
  criteria: readonly string[];
  impact: Impact;
  outcome: "failed" | "needs_review";
  message: string;
  /** First page with a finding, or null if it is unknown or if the finding concerns the whole document. */
  page: number | null;
  count: number;
}

/**
 * Why the document wasn't checked, or was checked only in part: it is larger than 50 MB, is encrypted, can't be read,
 * or takes more work than the limits allow.
 */
export type DocumentProblem = "too_large" | "encrypted" | "broken" | "over_limit";

export interface DocumentResult {
  /** Why the document wasn't checked completely; null if it was. */
  problem: DocumentProblem | null;
  title: string | null;
  pages: number;
  findings: DocumentFinding[];
}
