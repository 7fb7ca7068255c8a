import { type ErrorResponse, Resend } from "resend";
import { AppError } from "@/server/core/errors";
import { readRetryAfter } from "../retry-after";
import { checkMessage } from "./check-message";
import type { EmailAdapter, OutgoingEmail } from "./port";

const timeoutMs = 30_000;
/**
 * Resend keeps a key for 24 hours (https://resend.com/docs/dashboard/emails/idempotency-keys); this leaves a margin of
 * one hour.
 */
const keysLastSeconds = 23 * 3_600;

const isRetryable = ({ statusCode, name }: ErrorResponse): boolean =>
  statusCode === null || statusCode >= 500 || statusCode === 429 || name === "concurrent_idempotent_requests";

const toAppError = (error: ErrorResponse, headers: Record<string, string> | null): AppError => {
  const wait = readRetryAfter(headers?.["retry-after"]);
  return new AppError("upstream_failed", `Resend didn't accept the email: ${error.message}`, {
    retryable: isRetryable(error),
    status: error.statusCode,
    ...(wait !== undefined && { retry_after_seconds: wait }),
  });
};

const toPayload = (message: OutgoingEmail) => {
  const { to, from } = checkMessage(message);
  const { subject, html, text, headers, attachments = [] } = message;
  const name = from.name.replace(/["\\]/g, "\\$&");
  return {
    to,
    from: name ? `"${name}" <${from.address}>` : from.address,
    subject,
    html,
    text,
    ...(headers && { headers }),
    attachments: attachments.map(({ fileName, content, contentType }) => ({
      filename: fileName,
      content: content.toString("base64"),
      contentType,
    })),
  };
};

/** Sends emails through Resend's API. */
export const resendAdapter = (apiKey: string, baseUrl?: string): EmailAdapter => {
  const resend = new Resend(apiKey, baseUrl ? { baseUrl } : {});
  return {
    kind: "resend",
    location: baseUrl ?? "https://api.resend.com",
    keysLastSeconds,
    send: async (message) => {
      const { data, error, headers } = await resend.emails.send(toPayload(message), {
        idempotencyKey: message.idempotencyKey,
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (error) throw toAppError(error, headers);
      return { providerId: data.id };
    },
    close: async () => undefined,
  };
};
