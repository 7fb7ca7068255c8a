export interface ChatMessage {
  /** Plain text for notifications and for clients that don't render blocks. */
  text: string;
  /** Slack Block Kit blocks. */
  blocks: unknown[];
  /**
   * Messages with the same key are posted only once. The outbox remembers keys indefinitely; with a webhook, keys are
   * remembered only while this process runs.
   */
  idempotencyKey: string;
}

/**
 * Posts to the configured channel. If the channel fails, throws AppError `upstream_failed` with `details: { retryable:
 * boolean, status: number | null, retry_after_seconds?: number }`.
 */
export interface Chat {
  kind: "outbox" | "webhook";
  location: string;
  post(message: ChatMessage): Promise<void>;
}
