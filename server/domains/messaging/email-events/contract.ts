import { z } from "zod";

/** An event from the email provider, which its adapter parses. */
export const MailEvent = z.looseObject({});
export type MailEvent = z.infer<typeof MailEvent>;

export const MailEventReply = z.object({ applied: z.boolean() });
export type MailEventReply = z.infer<typeof MailEventReply>;
