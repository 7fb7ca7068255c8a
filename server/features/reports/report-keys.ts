import { env } from "@/server/core/env";

/** Where a report can be fetched as long as it is kept; each visit leads to a link of its own. */
export const downloadUrlOf = (auditId: string): string =>
  `${env.REPORT_BASE_URL}/api/v1/scan/report/download/${encodeURIComponent(auditId)}`;

export const statusUrlOf = (jobId: string): string => `${env.REPORT_BASE_URL}/api/v1/report/${jobId}`;

/**
 * The copy that is mailed. Callers choose their audit ids, so another job may have put its own PDF under the same one
 * before the mail goes out.
 */
export const enclosureOf = (jobId: string): string => `reports/jobs/${jobId}.pdf`;
