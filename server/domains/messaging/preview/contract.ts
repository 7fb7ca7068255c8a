import { z } from "zod";
import { Time } from "@/server/core/schema";

const Key = z.string().min(1).max(200).describe("Operator key, from the URL that the server prints at startup.");
const optionalKey = Key.optional().describe(
  "Operator key. Not needed in a browser that sends the cookie from an earlier visit to the email preview.",
);

/** Whether emails go to the email preview. The operator opens it with the URL printed at startup: /outbox?key=…. */
export const OutboxStatus = z.object({ embedded: z.boolean() });

export const OpenOutbox = z.strictObject({ key: Key });
export type OpenOutbox = z.infer<typeof OpenOutbox>;

export const OpenedOutbox = z.object({ opened: z.literal(true) });

export const ListOutbox = z.strictObject({ key: optionalKey });
export type ListOutbox = z.infer<typeof ListOutbox>;

export const OutboxKey = z.strictObject({ key: optionalKey, id: z.string().max(64) });
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
