import { z } from "zod";

/** An event from the email provider, which its adapter parses. */
export const EmailEvent = z.looseObject({});
export type EmailEvent = z.infer<typeof EmailEvent>;

export const EmailEventReply = z.object({ applied: z.boolean() });
export type EmailEventReply = z.infer<typeof EmailEventReply>;
