import { chatQueued } from "@/inngest/events";
import type { SystemCtx } from "@/server/core/context";
import { newId } from "@/server/core/ids";

/** Queues one message to the team's chat channel; a job posts it after the commit, once. */
export const notifyChat = ({ emit }: Pick<SystemCtx, "emit">, text: string, blocks: Record<string, unknown>[] = []): void =>
  emit(chatQueued.create({ notification_id: newId(), text, blocks }));
