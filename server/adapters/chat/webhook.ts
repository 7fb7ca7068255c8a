import { AppError } from "@/server/core/errors";
import { oncePerKey } from "../email/once-per-key";
import { readRetryAfter } from "../retry-after";
import type { Chat, ChatMessage } from "./port";

const timeoutMs = 10_000;
const maxReplyLength = 200;
/**
 * Statuses that mean that the webhook was revoked or its channel no longer exists
 * (https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks).
 */
const goneStatuses = [401, 403, 404, 410];

const fail = (message: string, details: Record<string, unknown>, cause?: unknown): never => {
  throw new AppError("upstream_failed", message, details, { cause });
};

const submit = async (url: string, { text, blocks }: ChatMessage): Promise<void> => {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ text, ...(blocks.length > 0 && { blocks }) }),
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => fail("The chat webhook can't be reached.", { retryable: true, status: null }, error));
  const reply = (await response.text().catch(() => "")).trim();
  const isPage = reply.startsWith("<");
  if (response.ok && !isPage) return;
  const { status } = response;
  const words = isPage ? " with a web page" : reply && `: ${reply.slice(0, maxReplyLength)}`;
  const advice = isPage || goneStatuses.includes(status) ? " Check CHAT_WEBHOOK_URL." : "";
  const retry_after_seconds = readRetryAfter(response.headers.get("retry-after"));
  fail(`The chat webhook returned ${status}${words}.${advice}`, {
    retryable: status === 429 || status >= 500,
    status,
    ...(retry_after_seconds !== undefined && { retry_after_seconds }),
  });
};

/** Posts to an incoming webhook on Slack or a compatible service (Mattermost, Rocket.Chat, Discord with `/slack`). */
export const webhookChat = (url: string): Chat => ({
  kind: "webhook",
  // Only the origin, because the path of a webhook URL is secret.
  location: new URL(url).origin,
  post: oncePerKey((message) => submit(url, message)),
});
