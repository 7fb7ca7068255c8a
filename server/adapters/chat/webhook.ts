import { AppError } from "@/server/core/errors";
import { oncePerKey } from "../mail/once-per-key";
import type { Chat, ChatMessage } from "./port";

const timeoutMs = 10_000;
const maxReplyLength = 200;

const fail = (message: string, details: Record<string, unknown>, cause?: unknown): never => {
  throw new AppError("upstream_failed", message, details, { cause });
};

/** Seconds of a Retry-After header, which may also be a date (RFC 9110 §10.2.3). */
const readRetryAfter = (value: string | null): number | undefined => {
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000);
  return seconds > 0 ? seconds : undefined;
};

const submit = async (url: string, { text, blocks }: ChatMessage): Promise<void> => {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ text, ...(blocks.length > 0 && { blocks }) }),
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) =>
    fail("The chat webhook could not be reached.", { retryable: true, status: null }, error),
  );
  const reply = await response.text().catch(() => "");
  if (response.ok) return;
  const { status } = response;
  const retry_after_seconds = readRetryAfter(response.headers.get("retry-after"));
  fail(`The chat webhook answered ${status}: ${reply.slice(0, maxReplyLength)}`, {
    retryable: status === 429 || status >= 500,
    status,
    ...(retry_after_seconds !== undefined && { retry_after_seconds }),
  });
};

/** Posts to an incoming webhook of Slack, or of a service that takes the same (Mattermost, Rocket.Chat, Discord `/slack`). */
export const webhookChat = (url: string): Chat => ({
  kind: "webhook",
  // The path is the secret of such an address.
  location: new URL(url).origin,
  post: oncePerKey((message) => submit(url, message)),
});
