export interface ChatMessage {
  /** Plain text for notifications and for clients that don't render blocks. */
  text: string;
  /** Slack Block Kit blocks. */
  blocks: unknown[];
  /**
   * A message with the same key is never posted twice. The outbox remembers a key for ever, a webhook for the lifetime
   * of this process.
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
