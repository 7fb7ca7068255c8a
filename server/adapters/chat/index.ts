import { join } from "node:path";
import { env } from "@/server/core/env";
import { outboxChat } from "./embedded";
import type { Chat } from "./port";
import { webhookChat } from "./webhook";

// Next evaluates modules more than once in a process.
const globals = globalThis as typeof globalThis & { curbcutChat?: Chat };

/** The one chat channel of this process: a webhook when configured, else the outbox in DATA_DIR/outbox/chat. */
export const getChat = (): Chat => {
  globals.curbcutChat ??= env.CHAT_WEBHOOK_URL
    ? webhookChat(env.CHAT_WEBHOOK_URL)
    : outboxChat(join(env.DATA_DIR, "outbox", "chat"));
  return globals.curbcutChat;
};
