export interface MailAttachment {
  fileName: string;
  content: Buffer;
  contentType: string;
}

export interface MailMessage {
  to: string;
  from: string;
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
  attachments?: MailAttachment[];
  /** The same key never sends twice; a second send answers as the first did. At most 256 characters. */
  idempotencyKey: string;
}

/**
 * Hands messages to whoever delivers them. A line break in an address, subject or header is AppError `invalid_input`.
 * A provider that fails is AppError `upstream_failed` with `details: { retryable: boolean, status?: number,
 * retry_after_seconds?: number }`.
 */
export interface Mail {
  kind: "outbox" | "smtp" | "resend";
  location: string;
  send(message: MailMessage): Promise<{ providerId: string }>;
  close(): Promise<void>;
}
