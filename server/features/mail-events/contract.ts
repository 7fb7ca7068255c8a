import { z } from "zod";

/** Whatever the mail provider posts; its adapter reads it. */
export const MailEvent = z.looseObject({});
export type MailEvent = z.infer<typeof MailEvent>;

export const MailEventReply = z.object({ applied: z.boolean() });
export type MailEventReply = z.infer<typeof MailEventReply>;
