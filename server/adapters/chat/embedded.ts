import { hashKey } from "../email/compose";
import { createOnce } from "../email/create-once";
import type { Chat } from "./port";

/** Stores every message as `<folder>/<hash of its key>.json`, one file per key, like the email outbox. */
export const outboxChat = (folder: string): Chat => ({
  kind: "outbox",
  location: folder,
  post: ({ text, blocks, idempotencyKey }) => {
    const content = JSON.stringify({ at: new Date().toISOString(), text, blocks }, null, 2);
    return createOnce(folder, `${hashKey(idempotencyKey)}.json`, Buffer.from(`${content}\n`));
  },
});
