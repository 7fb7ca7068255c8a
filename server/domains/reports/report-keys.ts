import { env } from "@/server/core/env";

/**
 * Returns a report's download URL, which works for as long as the report is kept. Each request redirects to a new link.
 */
export const downloadUrlOf = (auditId: string): string =>
  `${env.REPORT_BASE_URL}/api/v1/scan/report/download/${encodeURIComponent(auditId)}`;

export const statusUrlOf = (jobId: string): string => `${env.REPORT_BASE_URL}/api/v1/report/${jobId}`;

/**
 * Returns the key of the copy that is emailed. A separate copy is needed because callers choose their audit ids, so
 * another job may replace the PDF under the same id before the email is sent.
 */
export const enclosureOf = (jobId: string): string => `reports/jobs/${jobId}.pdf`;
