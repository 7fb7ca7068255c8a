import { getDatabase, getUnscopedDb } from "@/server/adapters/database";
import type { Db } from "@/server/core/context";
import { env } from "@/server/core/env";
import { newId } from "@/server/core/ids";
import { hashLinkToken, isRefreshSecretOf, newRefreshSecret } from "@/server/core/one-time-secret";
import type { Role } from "@/server/core/permissions";
import { chooseOrganisation } from "./choose-organisation";
import { signToken, type TokenSubject } from "./token";

export const sessionSeconds = 30 * 24 * 60 * 60;

/** The IP address and user agent from which a user signed in. */
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

const longestMs = (): number => env.SESSION_MAX_DAYS * 24 * 60 * 60 * 1_000;

/** Returns when a session ends: 30 days from now, but at most SESSION_MAX_DAYS days after it was created. */
const endOfSession = (created_at: Date): Date =>
  new Date(Math.min(Date.now() + sessionSeconds * 1_000, created_at.getTime() + longestMs()));

const living = () => {
  const now = new Date();
  return { ended_at: null, expires_at: { gt: now }, created_at: { gt: new Date(now.getTime() - longestMs()) } };
};

/** Creates a refresh token. It contains the session's id, so that an outdated token can be traced to its session. */
const newRefreshToken = (sessionId: string) => {
  const secret = newRefreshSecret(sessionId);
  return { refresh_token: `${sessionId}.${secret}`, refresh_hash: hashLinkToken(secret) };
};

export const startSession = async (db: Db, user_id: string, { ip, agent }: Origin): Promise<StartedSession> => {
  const { org_id, role } = await chooseOrganisation(db, user_id);
  const id = newId();
  const { refresh_token, refresh_hash } = newRefreshToken(id);
  const created_at = new Date();
  const expires_at = endOfSession(created_at);
  await db.session.create({ data: { id, user_id, org_id, refresh_hash, ip, agent, created_at, expires_at } });
  const subject = { user_id, session_id: id, org_id, role };
  return { ...subject, access_token: await signToken(subject), refresh_token };
};

export const isSessionAlive = async (db: Db, id: string): Promise<boolean> =>
  (await db.session.count({ where: { id, ...living() } })) > 0;

/** Revokes a session. Returns false if it had already ended. */
export const endSession = async (db: Db, id: string): Promise<boolean> => {
  const { count } = await db.session.updateMany({ where: { id, ended_at: null }, data: { ended_at: new Date() } });
  return count === 1;
};

/** Revokes all of a user's sessions except `keep`. Returns the number of sessions revoked. */
export const endSessions = async (db: Db, user_id: string, keep?: string): Promise<number> => {
  const { count } = await db.session.updateMany({
    where: { user_id, ended_at: null, expires_at: { gt: new Date() }, ...(keep ? { id: { not: keep } } : {}) },
    data: { ended_at: new Date() },
  });
  return count;
};

/**
 * Returns the token subject of a session. If the user was removed from the session's organisation or disabled there,
 * moves the session to another of their organisations.
 */
const subjectOf = async (db: Db, session: { id: string; user_id: string; org_id: string }): Promise<TokenSubject> => {
  const { id, user_id, org_id } = session;
  const membership = await db.membership.findUnique({ where: { org_id_user_id: { org_id, user_id } } });
  if (membership && !membership.disabled_at) return { user_id, session_id: id, org_id, role: membership.role };
  const other = await chooseOrganisation(db, user_id);
  await db.session.update({ where: { id }, data: { org_id: other.org_id } });
  return { user_id, session_id: id, ...other };
};

const refreshTokenShape = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

/** A session that was revoked because an outdated refresh token was used. */
export interface ReusedSession {
  betrayed: { user_id: string; session_id: string };
}

const endReused = async (db: Db, session_id: string, secret: string): Promise<ReusedSession | null> => {
  if (!isRefreshSecretOf(session_id, secret) || !(await endSession(db, session_id))) return null;
  const { user_id } = await db.session.findUniqueOrThrow({ where: { id: session_id } });
  return { betrayed: { user_id, session_id } };
};

/**
 * Exchanges a refresh token for a new pair of tokens. If the token has already been exchanged, revokes its session,
 * because the token may have been stolen. The session's id alone isn't enough to revoke the session, because every
 * access token contains it. Returns null for any other invalid token.
 */
export const renewSession = async (db: Db, refreshToken: string): Promise<StartedSession | ReusedSession | null> => {
  const [, id, secret] = refreshTokenShape.exec(refreshToken) ?? [];
  if (!id || !secret) return null;
  const where = { id, refresh_hash: hashLinkToken(secret), ...living() };
  const session = await db.session.findFirst({ where });
  const { refresh_token, refresh_hash } = newRefreshToken(id);
  const { count } = await db.session.updateMany({
    where,
    data: { refresh_hash, last_used_at: new Date(), ...(session && { expires_at: endOfSession(session.created_at) }) },
  });
  if (count === 0) return endReused(db, id, secret);
  const subject = await subjectOf(db, await db.session.findUniqueOrThrow({ where: { id } }));
  return { ...subject, access_token: await signToken(subject), refresh_token };
};

/** Extends a browser's session and records that it was used. */
export const extendSession = async (db: Db, { session_id: id }: TokenSubject): Promise<TokenSubject> => {
  const { created_at } = await db.session.findUniqueOrThrow({ where: { id } });
  const data = { last_used_at: new Date(), expires_at: endOfSession(created_at) };
  return subjectOf(db, await db.session.update({ where: { id }, data }));
};

/**
 * Returns a new token subject for a session whose user no longer belongs to the organisation in its token. Returns null
 * if the session has ended or the user doesn't belong to any other organisation.
 */
export const continueInOtherOrganisation = async ({
  session_id,
  user_id,
}: TokenSubject): Promise<TokenSubject | null> => {
  const db = await getUnscopedDb();
  const where = { id: session_id, user_id, ...living() };
  const session = await db.session.findFirst({ where });
  if (!session || (await db.membership.count({ where: { user_id, disabled_at: null } })) === 0) return null;
  return subjectOf(db, session);
};

/** Returns the user's current role in the token's organisation; null if the session or membership has ended. */
export const findCurrentRole = async ({ session_id, user_id, org_id }: TokenSubject): Promise<Role | null> => {
  const { sql } = await getDatabase();
  const [row] = await sql.query<{ role: Role }>(
    `SELECT m.role FROM sessions s JOIN memberships m ON m.user_id = s.user_id AND m.org_id = $3::uuid
     WHERE s.id = $1::uuid AND s.user_id = $2::uuid AND m.disabled_at IS NULL AND s.ended_at IS NULL AND s.expires_at > now()
       AND s.created_at > now() - make_interval(days => $4::int)`,
    [session_id, user_id, org_id, env.SESSION_MAX_DAYS],
  );
  return row?.role ?? null;
};
