import { join } from "node:path";
import { env } from "@/server/core/env";
import { oncePerProcess } from "@/server/core/process-wide";
import { outboxChat } from "./embedded";
import type { Chat } from "./port";
import { webhookChat } from "./webhook";

/** Returns this process's chat channel: a webhook when configured, otherwise the outbox in DATA_DIR/outbox/chat. */
export const getChat = (): Chat =>
  oncePerProcess("chat", () =>
    env.CHAT_WEBHOOK_URL ? webhookChat(env.CHAT_WEBHOOK_URL) : outboxChat(join(env.DATA_DIR, "outbox", "chat")),
  );
