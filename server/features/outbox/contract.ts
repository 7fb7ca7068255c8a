import { z } from "zod";
import { Time } from "@/server/core/schema";

const Key = z.string().min(1).max(200);

/** Whether mails end in the outbox, which the operator opens by the address printed at start: /outbox?key=…. */
export const OutboxStatus = z.object({ embedded: z.boolean() });

export const ListOutbox = z.strictObject({ key: Key });
export type ListOutbox = z.infer<typeof ListOutbox>;

export const OutboxKey = z.strictObject({ key: Key, id: z.string().max(64) });
export type OutboxKey = z.infer<typeof OutboxKey>;

export const OutboxEntry = z.object({
  id: z.string(),
  at: Time,
  to: z.string(),
  from: z.string(),
  subject: z.string(),
});
export const OutboxList = z.object({ messages: z.array(OutboxEntry) });

export const OutboxMessage = OutboxEntry.extend({
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  html: z.string(),
  text: z.string(),
  attachments: z.array(z.object({ file_name: z.string(), content_type: z.string(), size_bytes: z.number().int() })),
});
