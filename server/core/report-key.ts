/**
 * Returns the object key of the emailed copy of a report. A separate copy is needed because callers choose their audit
 * ids: another job may replace the PDF under the same id before the email is sent.
 */
export const emailedReportKey = (jobId: string): string => `reports/jobs/${jobId}.pdf`;
