import { describeAgent } from "@/server/auth/describe-agent";
import { endSession, endSessions } from "@/server/auth/sessions";
import type { Ctx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import { toPage } from "@/server/core/schema";
import type { EndedSessions, ListSessions, Nothing, OwnSessions, SessionId } from "./contract";

const living = (user_id: string) => ({ user_id, ended_at: null, expires_at: { gt: new Date() } });

/** Where the user is signed in, the newest first. */
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

export const endOtherSessions = async ({ db, user_id, session_id }: Ctx): Promise<EndedSessions> => ({
  ended_sessions: await endSessions(db, user_id, session_id),
});

export const endOwnSession = async ({ db, user_id }: Ctx, { id }: SessionId): Promise<Nothing> => {
  const session = await db.session.findFirst({ where: { ...living(user_id), id } });
  if (!session) throw notFound("session", id);
  await endSession(db, id);
  return {};
};
