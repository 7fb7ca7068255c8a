/** The event types an endpoint can subscribe to, in display order. */
export const webhookTypes = [
  "scan.started",
  "scan.completed",
  "scan.failed",
  "scan.cancelled",
  "issue.found",
  "issue.changed",
  "triage_policy.changed",
  "report.ready",
  "report.failed",
  "monitor.down",
  "monitor.recovered",
] as const;

export type WebhookType = (typeof webhookTypes)[number];

/** A type that is sent only on request, to a single endpoint. */
export const testType = "webhook.test";
