import { recordSecurityEvent, type SecurityCtx } from "@/server/core/security-log";
import { endSessions } from "./sessions";

/** Revokes all of a user's sessions except `keep`, after a change to how the account is accessed. */
export const revokeSessions = async (ctx: SecurityCtx, user_id: string, keep?: string): Promise<number> => {
  const count = await endSessions(ctx.db, user_id, keep);
  const event = { event: "session_revoke", user_id, ...(keep ? { session_id: keep } : {}) } as const;
  if (count > 0) await recordSecurityEvent(ctx, { ...event, method: keep ? "others" : "all" });
  return count;
};
