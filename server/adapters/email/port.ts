import type { EmailStatus } from "@/generated/prisma/enums";

export interface EmailAttachment {
  fileName: string;
  content: Buffer;
  contentType: string;
}

export interface OutgoingEmail {
  /** A single email address, without a name. */
  to: string;
  /** A single email address, as `ada@example.org` or `Ada <ada@example.org>`. */
  from: string;
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
  attachments?: EmailAttachment[];
  /**
   * Emails with the same key are sent only once; a repeated call returns the result of the first. At most 256
   * characters. The outbox remembers a key indefinitely, and Resend for 24 hours. SMTP has no idempotency keys, so with
   * SMTP only this process remembers a key, and only while it runs; the `Message-ID` is derived from the key, so that
   * receivers can detect a duplicate.
   */
  idempotencyKey: string;
}

/**
 * Sends emails. Throws AppError `invalid_input` for a line break in a header, and for anything but a single email
 * address in `to` or `from`. If the provider fails, throws AppError `upstream_failed` with `details: { retryable:
 * boolean, status: number | null, retry_after_seconds?: number }`.
 */
export interface EmailAdapter {
  kind: "outbox" | "smtp" | "resend";
  location: string;
  /** How long the service is guaranteed to remember a key, in seconds; null if the service can deliver duplicates. */
  keysLastSeconds: number | null;
  send(message: OutgoingEmail): Promise<{ providerId: string }>;
  close(): Promise<void>;
}

/** A provider's report about an email it accepted. Reports arrive in any order, and can arrive more than once. */
export interface DeliveryReport {
  /** Id of the report, which stays the same if the report is repeated. */
  id: string;
  state: Exclude<EmailStatus, "queued">;
  /** The provider's id for the email, as returned by `send`. */
  providerId: string;
  /** Why the email wasn't delivered, if the provider gives a reason. */
  reason: string | null;
  /** Email addresses that must not receive any more emails. Doesn't include addresses whose mailbox is full. */
  refusing: string[];
}
