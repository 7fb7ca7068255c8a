import { env } from "@/server/core/env";

/**
 * Returns a report's download URL, which works for as long as the report is kept. Each request redirects to a new link.
 */
export const downloadUrlOf = (auditId: string): string =>
  `${env.REPORT_BASE_URL}/api/v1/scan/report/download/${encodeURIComponent(auditId)}`;

export const statusUrlOf = (jobId: string): string => `${env.REPORT_BASE_URL}/api/v1/report/${jobId}`;
