/** What an endpoint may subscribe to, in the order in which it is shown. */
export const webhookTypes = [
  "scan.started",
  "scan.completed",
  "scan.failed",
  "scan.cancelled",
  "issue.found",
  "issue.changed",
  "report.ready",
  "report.failed",
  "monitor.down",
  "monitor.recovered",
] as const;

export type WebhookType = (typeof webhookTypes)[number];

/** Sent on request only, to one endpoint. */
export const testType = "webhook.test";
