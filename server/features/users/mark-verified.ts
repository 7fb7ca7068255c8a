import type { SystemCtx } from "@/server/core/context";
import { queueMail } from "@/server/features/messages";

interface Proof {
  id: string;
  user_id: string;
}

/** Uses up a verification and makes its user's address a proven one. False when it was used a moment before. */
export const markVerified = async (system: SystemCtx, { id, user_id }: Proof): Promise<boolean> => {
  const { db } = system;
  const now = new Date();
  const { count } = await db.emailVerification.updateMany({ where: { id, used_at: null }, data: { used_at: now } });
  if (count === 0) return false;
  await db.user.updateMany({ where: { id: user_id, email_verified_at: null }, data: { email_verified_at: now } });
  const { email, name } = await db.user.findUniqueOrThrow({ where: { id: user_id } });
  await queueMail(system, { to: email, template: "welcome", data: { name }, idempotencyKey: `welcome:${user_id}` });
  return true;
};
