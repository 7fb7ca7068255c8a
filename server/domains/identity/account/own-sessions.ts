import type { Ctx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import { toPage } from "@/server/core/schema";
import { recordSecurityEvent } from "@/server/core/security-log";
import { describeAgent } from "../auth/describe-agent";
import { endSession, endSessions } from "../auth/sessions";
import { notifyChange } from "../recovery";
import type { EndedSessions, ListSessions, Nothing, OwnSessions, SessionId } from "./contract";

const living = (user_id: string) => ({ user_id, ended_at: null, expires_at: { gt: new Date() } });

/** Lists the user's active sessions, newest first. */
export const listOwnSessions = async (
  { db, user_id, session_id }: Ctx,
  { limit, cursor }: ListSessions,
): Promise<OwnSessions> => {
  const rows = await db.session.findMany({
    where: { ...living(user_id), ...(cursor ? { id: { lt: cursor } } : {}) },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const page = toPage(rows, limit);
  const items = page.items.map(({ id, ip, agent, created_at, last_used_at, expires_at }) => ({
    id,
    ip,
    agent: describeAgent(agent),
    created_at,
    last_used_at,
    expires_at,
    current: id === session_id,
  }));
  return { ...page, items };
};

const notifyOwner = async (ctx: Ctx): Promise<void> => {
  const user = await ctx.db.user.findUniqueOrThrow({ where: { id: ctx.user_id } });
  await notifyChange(ctx, user, { kind: "sessions_ended" });
};

export const endOtherSessions = async (ctx: Ctx): Promise<EndedSessions> => {
  const { db, user_id, session_id } = ctx;
  const ended_sessions = await endSessions(db, user_id, session_id);
  await recordSecurityEvent(ctx, { event: "session_revoke", user_id, method: "others", session_id });
  if (ended_sessions > 0) await notifyOwner(ctx);
  return { ended_sessions };
};

export const endOwnSession = async (ctx: Ctx, { id }: SessionId): Promise<Nothing> => {
  const { db, user_id } = ctx;
  const session = await db.session.findFirst({ where: { ...living(user_id), id } });
  if (!session) throw notFound("session", id);
  await endSession(db, id);
  await recordSecurityEvent(ctx, { event: "session_revoke", user_id, method: "one", session_id: id });
  if (id !== ctx.session_id) await notifyOwner(ctx);
  return {};
};
