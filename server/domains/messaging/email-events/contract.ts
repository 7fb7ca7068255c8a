import { z } from "zod";

/** An event from the email provider, as parsed by the provider's adapter. */
export const EmailEvent = z.looseObject({});
export type EmailEvent = z.infer<typeof EmailEvent>;

export const EmailEventReply = z.object({ applied: z.boolean() });
export type EmailEventReply = z.infer<typeof EmailEventReply>;
