import type { AccountToken } from "@/generated/prisma/client";
import type { Db } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { hashLinkToken, newLinkToken } from "@/server/core/one-time-secret";

export type TokenPurpose =
  | "secure-account"
  | "reset-password"
  | "change-email"
  | "pending-identity"
  | "link-identity"
  | "add-identity";

interface NewToken {
  user_id: string;
  purpose: TokenPurpose;
  minutes: number;
  data?: object;
}

type Claim = Pick<AccountToken, "id" | "user_id" | "purpose">;

const used = ({ user_id, purpose: kind }: Pick<Claim, "user_id" | "purpose">): AppError =>
  new AppError("expired", "This link has already been used or has expired. Request a new one.", undefined, {
    link: { kind, user_id },
  });

/**
 * Creates a token for an emailed link. Earlier links stay valid until one is used, so that a stranger can't revoke them
 * by requesting a new link.
 */
export const issueAccountToken = async (
  db: Db,
  { user_id, purpose, minutes, data = {} }: NewToken,
): Promise<string> => {
  const token = newLinkToken();
  const expires_at = new Date(Date.now() + minutes * 60_000);
  await db.accountToken.create({
    data: { id: newId(), user_id, purpose, token_hash: hashLinkToken(token), data, expires_at },
  });
  return token;
};

/**
 * Returns the row of a token with one of these purposes. Throws `invalid_code` if the token is unknown, and `expired`
 * if it has been used or has expired.
 */
export const findAccountToken = async (db: Db, token: string, ...purposes: [TokenPurpose, ...TokenPurpose[]]) => {
  const row = await db.accountToken.findUnique({
    where: { token_hash: hashLinkToken(token) },
    include: { user: true },
  });
  if (!row || !purposes.some((purpose) => purpose === row.purpose))
    throw new AppError("invalid_code", "This link isn't valid. Open the one in the latest email.", undefined, {
      link: { kind: purposes[0], ...(row ? { user_id: row.user_id } : {}) },
    });
  if (row.used_at || row.expires_at <= new Date()) throw used(row);
  return row;
};

/**
 * Revokes a user's links with the given purpose or, if none is given, all links except those for securing the account.
 * An intruder who changes the password must not be able to revoke the links with which the owner can secure the
 * account.
 */
export const voidAccountTokens = async (db: Db, user_id: string, purpose?: string): Promise<void> => {
  await db.accountToken.updateMany({
    where: { user_id, used_at: null, purpose: purpose ?? { not: "secure-account" } },
    data: { used_at: new Date() },
  });
};

/**
 * Marks a token, and the user's other tokens with the same purpose, as used. Of two concurrent calls, only one
 * succeeds.
 */
export const claimAccountToken = async (db: Db, { id, user_id, purpose }: Claim): Promise<void> => {
  const now = new Date();
  const { count } = await db.accountToken.updateMany({
    where: { id, used_at: null, expires_at: { gt: now } },
    data: { used_at: now },
  });
  if (count === 0) throw used({ user_id, purpose });
  await voidAccountTokens(db, user_id, purpose);
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const mostPerHour = 5;

/**
 * Returns the seconds until another link can be sent, or 0 if it can be sent now. The limit is one a minute and five an
 * hour, so that a mailbox can't be flooded. The caller must hold the lock on the user.
 */
export const waitForToken = async (db: Db, user_id: string, purpose: TokenPurpose): Promise<number> => {
  const now = Date.now();
  const recent = await db.accountToken.findMany({
    where: { user_id, purpose, created_at: { gt: new Date(now - hourMs) } },
    orderBy: { created_at: "desc" },
    select: { created_at: true },
    take: mostPerHour,
  });
  const [last, first] = [recent[0], recent[mostPerHour - 1]];
  const ends = [last && last.created_at.getTime() + minuteMs, first && first.created_at.getTime() + hourMs];
  return Math.max(0, ...ends.map((end) => (end === undefined ? 0 : Math.ceil((end - now) / 1_000))));
};

/**
 * Reports whether a requested link is unnecessary. This is the case if another link has been sent since the request, or
 * was sent less than a minute before the request and still works.
 */
export const isTokenSent = async (
  db: Db,
  { user_id, purpose, requested_at }: { user_id: string; purpose: TokenPurpose; requested_at: Date },
): Promise<boolean> => {
  const minuteBefore = new Date(requested_at.getTime() - minuteMs);
  const sent = await db.accountToken.findFirst({
    where: {
      user_id,
      purpose,
      OR: [{ created_at: { gte: requested_at } }, { created_at: { gt: minuteBefore }, used_at: null }],
    },
    select: { id: true },
  });
  return sent !== null;
};
