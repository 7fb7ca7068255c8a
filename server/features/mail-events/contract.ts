import { z } from "zod";

/** Anything that Resend may post, today or later; what we act on is read by `KnownMailEvent`. */
export const MailEvent = z.looseObject({ type: z.string().min(1).max(200), data: z.looseObject({}) });
export type MailEvent = z.infer<typeof MailEvent>;

const known = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ type: z.literal(type), data: z.object({ email_id: z.string().min(1), ...shape }) });

const to = z.array(z.string()).min(1);

/** The events that change something (https://resend.com/docs/webhooks/event-types). */
export const KnownMailEvent = z.discriminatedUnion("type", [
  known("email.sent", {}),
  known("email.delivered", {}),
  known("email.bounced", { to, bounce: z.object({ type: z.string(), message: z.string() }) }),
  known("email.complained", { to }),
  known("email.failed", { failed: z.object({ reason: z.string() }) }),
  known("email.suppressed", { suppressed: z.object({ message: z.string() }) }),
]);
export type KnownMailEvent = z.infer<typeof KnownMailEvent>;

export const MailEventReply = z.object({ applied: z.boolean() });
export type MailEventReply = z.infer<typeof MailEventReply>;
