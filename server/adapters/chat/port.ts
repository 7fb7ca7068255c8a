export interface ChatMessage {
  /** Plain text for notifications and for readers that draw no blocks. */
  text: string;
  /** Slack's Block Kit. */
  blocks: unknown[];
  /** The outbox keeps one message a key; a webhook has no such promise, so post only from a step that is not repeated. */
  idempotencyKey: string;
}

/**
 * Posts to the one configured channel. A channel that fails is AppError `upstream_failed` with `details:
 * { retryable: boolean, status?: number, retry_after_seconds?: number }`.
 */
export interface Chat {
  kind: "outbox" | "webhook";
  location: string;
  post(message: ChatMessage): Promise<void>;
}
