import { env } from "@/server/core/env";

/**
 * Returns the URL where a report can be downloaded for as long as it is kept; each request redirects to a fresh link.
 */
export const downloadUrlOf = (auditId: string): string =>
  `${env.REPORT_BASE_URL}/api/v1/scan/report/download/${encodeURIComponent(auditId)}`;

export const statusUrlOf = (jobId: string): string => `${env.REPORT_BASE_URL}/api/v1/report/${jobId}`;

/**
 * Returns the key of the copy that is sent by email. Callers choose their audit ids, so another job may replace the PDF
 * under the same id before the email is sent.
 */
export const enclosureOf = (jobId: string): string => `reports/jobs/${jobId}.pdf`;
