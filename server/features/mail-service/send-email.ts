import type { AnonymousCtx } from "@/server/core/context";
import { type Letter, queueMail } from "@/server/features/messages";
import type { QueuedEmail, SendEmail } from "./contract";

/** Queues one mail; a job renders and sends it after the commit. */
export const sendEmail = async (
  ctx: AnonymousCtx,
  { to, subject, template, data, from }: SendEmail,
): Promise<QueuedEmail> => {
  // The contract has checked that this data fits this template.
  const letter = { template, data } as Letter;
  const messageId = await queueMail(ctx, { to, subject, ...letter, ...(from ? { from } : {}) });
  return { messageId, template, status: "queued" };
};
