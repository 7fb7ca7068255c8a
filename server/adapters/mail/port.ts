export interface MailAttachment {
  fileName: string;
  content: Buffer;
  contentType: string;
}

export interface MailMessage {
  /** One bare address. */
  to: string;
  /** One address, as `ada@example.org` or `Ada <ada@example.org>`. */
  from: string;
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
  attachments?: MailAttachment[];
  /**
   * The same key never sends twice; a second send answers as the first did. At most 256 characters. The outbox remembers
   * it for ever, Resend for 24 hours, SMTP, whose protocol knows no such thing, while this process lives; there the
   * `Message-ID` is made of the key, so that receivers can tell a repetition.
   */
  idempotencyKey: string;
}

/**
 * Hands messages to whoever delivers them. A line break in a header, or anything but one address in `to` or `from`, is
 * AppError `invalid_input`. A provider that fails is AppError `upstream_failed` with `details: { retryable: boolean,
 * status: number | null, retry_after_seconds?: number }`.
 */
export interface Mail {
  kind: "outbox" | "smtp" | "resend";
  location: string;
  /** For how long a key surely counts, in seconds; null where a repetition has to be borne. */
  keysLastSeconds: number | null;
  send(message: MailMessage): Promise<{ providerId: string }>;
  close(): Promise<void>;
}

/** What a provider says of a message after it took it, in any order and more than once. */
export interface DeliveryReport {
  /** The same whenever the report is repeated. */
  id: string;
  state: "sent" | "delivered" | "bounced" | "complained" | "failed" | "suppressed";
  /** Of the message, as `send` answered it. */
  providerId: string;
  /** Why it did not arrive, where the provider says so. */
  reason: string | null;
  /** Addresses that must not be written to any more; a full mailbox is none. */
  refusing: string[];
}
