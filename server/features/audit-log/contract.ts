import { z } from "zod";
import { Id, Moment, pageFields, Time } from "@/server/core/schema";

export const ListAuditLog = z.strictObject({
  ...pageFields,
  actor_id: Id.optional(),
  /** One action such as `website.add`, or all of a noun: `website`. */
  action: z
    .string()
    .regex(/^[a-z_]+(?:\.[a-z_]+)?$/, "Give an action such as website.add, or its first part.")
    .max(100)
    .optional(),
  /** First moment that counts. */
  from: Moment.optional(),
  /** First moment that no longer counts. */
  to: Moment.optional(),
});
export type ListAuditLog = z.infer<typeof ListAuditLog>;

export const AuditLogEntry = z.object({
  id: Id,
  created_at: Time,
  action: z.string(),
  /** The action in words, to stand after the actor's name. */
  action_text: z.string(),
  /** The name is null when the account is gone. */
  actor: z.object({ id: z.string(), type: z.string(), name: z.string().nullable() }),
  /** The name is null when the thing is gone. */
  target: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  /** Shown to owners and admins only. */
  ip: z.string().nullable(),
});
export type AuditLogEntry = z.input<typeof AuditLogEntry>;
