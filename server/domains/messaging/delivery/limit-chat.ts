import { createHash } from "node:crypto";
import { getLimiter } from "@/server/adapters/limiter";
import type { LimitResult, LimitRule } from "@/server/adapters/limiter/port";
import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";

/** Limits of the chat channel. A message that the hourly limit refuses doesn't count towards the daily one. */
export const chatLimits = (): LimitRule[] => [
  { name: "chat-hour", limit: env.CHAT_MESSAGES_PER_HOUR, windowSeconds: 3_600 },
  { name: "chat-day", limit: env.CHAT_MESSAGES_PER_DAY, windowSeconds: 86_400 },
];

/**
 * Messages are counted per channel, so that a new channel starts with unused limits. The key is a hash, because anyone
 * who knows the URL can post to the channel.
 */
const channel = (): string =>
  createHash("sha256")
    .update(env.CHAT_WEBHOOK_URL ?? "outbox")
    .digest("hex");

const takeAll = async (rules: readonly LimitRule[]): Promise<(LimitRule & LimitResult) | null> => {
  for (const rule of rules) {
    const result = await getLimiter().take(rule, channel());
    if (!result.allowed) return { ...rule, ...result };
  }
  return null;
};

/** Held messages are retried at different times, because only some of them can be posted at once. */
const spreadSeconds = 300;

/** Counts a message to the channel. Returns 0 if it can be posted now, or the seconds to wait. */
export const waitForChat = async (): Promise<number> => {
  const full = await takeAll(chatLimits());
  return full ? full.resetInSeconds + Math.floor(Math.random() * spreadSeconds) : 0;
};

/**
 * Counts a message that a caller posts directly, or throws `rate_limited`. Callers can use at most half of each limit,
 * so that strangers can't hold up the team's own notifications.
 */
export const countChatCall = async (): Promise<void> => {
  const halves = chatLimits().map((rule) => ({
    ...rule,
    name: `${rule.name}-calls`,
    limit: Math.floor(rule.limit / 2),
  }));
  const full = await takeAll([...halves, ...chatLimits()]);
  if (!full) return;
  const { name: policy, limit, windowSeconds: window_seconds, resetInSeconds: seconds } = full;
  throw new AppError(
    "rate_limited",
    `The chat channel has received too many messages. Try again in ${seconds} seconds.`,
    {
      ...{ policy, limit, window_seconds, retry_after_seconds: seconds },
    },
  );
};
