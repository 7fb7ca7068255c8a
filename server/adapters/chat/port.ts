export interface ChatMessage {
  /** Plain text for notifications and for readers that draw no blocks. */
  text: string;
  /** Slack's Block Kit. */
  blocks: unknown[];
  /** The same key never posts twice: the outbox remembers it for ever, a webhook while this process lives. */
  idempotencyKey: string;
}

/**
 * Posts to the one configured channel. A channel that fails is AppError `upstream_failed` with `details:
 * { retryable: boolean, status: number | null, retry_after_seconds?: number }`.
 */
export interface Chat {
  kind: "outbox" | "webhook";
  location: string;
  post(message: ChatMessage): Promise<void>;
}
