import { z } from "zod";
import { ActorType } from "@/generated/prisma/enums";
import { Id, Moment, pageFields, Time } from "@/server/core/schema";

export const ListAuditLog = z.strictObject({
  ...pageFields,
  actor_id: Id.optional(),
  /** One action, such as `website.add`, or all actions on an object, such as `website`. */
  action: z
    .string()
    .regex(/^[a-z_]+(?:\.[a-z_]+)?$/, "Must be an action, such as website.add, or its first part, such as website.")
    .max(100)
    .optional(),
  /** Start of the period, inclusive. */
  from: Moment.optional(),
  /** End of the period, exclusive. */
  to: Moment.optional(),
});
export type ListAuditLog = z.infer<typeof ListAuditLog>;

export const AuditLogEntry = z.object({
  id: Id,
  created_at: Time,
  action: z.string(),
  /** Description of the action, to be shown after the actor's name. */
  action_text: z.string(),
  /** The name is null if the account was deleted. */
  actor: z.object({ id: z.string(), type: z.enum(ActorType), name: z.string().nullable() }),
  /** The name is null if the target was deleted. */
  target: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  /** Null unless the caller is an owner or admin. */
  ip: z.string().nullable(),
});
export type AuditLogEntry = z.input<typeof AuditLogEntry>;
