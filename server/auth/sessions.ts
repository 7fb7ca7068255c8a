import { getDatabase } from "@/server/adapters/database";
import type { Db } from "@/server/core/context";
import { newId } from "@/server/core/ids";
import { chooseOrganisation } from "./choose-organisation";
import { hashLinkToken, newLinkToken } from "./one-time-secret";
import type { Role } from "./permissions";
import { signToken, type TokenSubject } from "./token";

export const sessionSeconds = 30 * 24 * 60 * 60;

/** Where a sign-in came from. */
export interface Origin {
  ip: string;
  agent: string;
}

export interface StartedSession extends TokenSubject {
  access_token: string;
  refresh_token: string;
}

export const originOf = (headers: Headers, ip: string): Origin => ({
  ip,
  agent: (headers.get("user-agent") ?? "").slice(0, 400),
});

const endOfSession = (): Date => new Date(Date.now() + sessionSeconds * 1000);

/** The session's id stands in the token, so that any outdated one betrays its session. */
const newRefreshToken = (sessionId: string) => {
  const secret = newLinkToken();
  return { refresh_token: `${sessionId}.${secret}`, refresh_hash: hashLinkToken(secret) };
};

export const startSession = async (db: Db, user_id: string, { ip, agent }: Origin): Promise<StartedSession> => {
  const { org_id, role } = await chooseOrganisation(db, user_id);
  const id = newId();
  const { refresh_token, refresh_hash } = newRefreshToken(id);
  await db.session.create({ data: { id, user_id, org_id, refresh_hash, ip, agent, expires_at: endOfSession() } });
  const subject = { user_id, session_id: id, org_id, role };
  return { ...subject, access_token: await signToken(subject), refresh_token };
};

export const endSession = async (db: Db, id: string): Promise<void> => {
  await db.session.updateMany({ where: { id, ended_at: null }, data: { ended_at: new Date() } });
};

/** Ends every session of a user, but the one they keep; answers how many there were. */
export const endSessions = async (db: Db, user_id: string, keep?: string): Promise<number> => {
  const { count } = await db.session.updateMany({
    where: { user_id, ended_at: null, expires_at: { gt: new Date() }, ...(keep ? { id: { not: keep } } : {}) },
    data: { ended_at: new Date() },
  });
  return count;
};

/** Whoever was removed from the session's organisation, or disabled there, goes on in another one of theirs. */
const subjectOf = async (db: Db, session: { id: string; user_id: string; org_id: string }): Promise<TokenSubject> => {
  const { id, user_id, org_id } = session;
  const membership = await db.membership.findUnique({ where: { org_id_user_id: { org_id, user_id } } });
  if (membership && !membership.disabled_at) return { user_id, session_id: id, org_id, role: membership.role as Role };
  const other = await chooseOrganisation(db, user_id);
  await db.session.update({ where: { id }, data: { org_id: other.org_id } });
  return { user_id, session_id: id, ...other };
};

const refreshTokenShape = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

/**
 * Trades a refresh token for a new pair. A token that was traded before ends its session: either its owner or a thief
 * has the newer one. Null for that and for any other token that opens nothing.
 */
export const renewSession = async (db: Db, refreshToken: string): Promise<StartedSession | null> => {
  const [, id, secret] = refreshTokenShape.exec(refreshToken) ?? [];
  if (!id || !secret) return null;
  const { refresh_token, refresh_hash } = newRefreshToken(id);
  const now = new Date();
  const { count } = await db.session.updateMany({
    where: { id, refresh_hash: hashLinkToken(secret), ended_at: null, expires_at: { gt: now } },
    data: { refresh_hash, last_used_at: now, expires_at: endOfSession() },
  });
  if (count === 0) {
    await endSession(db, id);
    return null;
  }
  const subject = await subjectOf(db, await db.session.findUniqueOrThrow({ where: { id } }));
  return { ...subject, access_token: await signToken(subject), refresh_token };
};

/** Prolongs the session of a browser that is in use. */
export const keepSession = async (db: Db, { session_id }: TokenSubject): Promise<TokenSubject> =>
  subjectOf(
    db,
    await db.session.update({
      where: { id: session_id },
      data: { last_used_at: new Date(), expires_at: endOfSession() },
    }),
  );

/**
 * Whoever's token names an organisation that they are out of: where their session goes on, if it lives and they belong
 * to another one.
 */
export const goOnWithSession = async ({ session_id, user_id }: TokenSubject): Promise<TokenSubject | null> => {
  const { prisma } = await getDatabase();
  const where = { id: session_id, user_id, ended_at: null, expires_at: { gt: new Date() } };
  const session = await prisma.session.findFirst({ where });
  if (!session || (await prisma.membership.count({ where: { user_id, disabled_at: null } })) === 0) return null;
  return subjectOf(prisma, session);
};

/** The present role of a token's user in the token's organisation; null when the session or the membership is over. */
export const findLivingRole = async ({ session_id, user_id, org_id }: TokenSubject): Promise<Role | null> => {
  const { sql } = await getDatabase();
  const [row] = await sql.query<{ role: Role }>(
    `SELECT m.role FROM sessions s JOIN memberships m ON m.user_id = s.user_id AND m.org_id = $3::uuid
     WHERE s.id = $1::uuid AND s.user_id = $2::uuid AND m.disabled_at IS NULL AND s.ended_at IS NULL AND s.expires_at > now()`,
    [session_id, user_id, org_id],
  );
  return row?.role ?? null;
};
