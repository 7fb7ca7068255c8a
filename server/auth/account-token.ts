import type { AccountToken } from "@/server/adapters/database/generated/client";
import type { Db } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { hashLinkToken, newLinkToken } from "./one-time-secret";

export type TokenPurpose = "reset-password" | "change-email" | "pending-identity" | "link-identity" | "add-identity";

interface NewToken {
  user_id: string;
  purpose: TokenPurpose;
  minutes: number;
  data?: object;
}

type Claim = Pick<AccountToken, "id" | "user_id" | "purpose">;

const used = (): AppError =>
  new AppError("expired", "This link was used or has expired. Please ask for a new one where you started.");

/** Links sent before stay good until one of them is used, so that nobody else can make them useless by asking anew. */
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

/** The row behind a token of one of these purposes. Throws `invalid_code` for an unknown one, `expired` for a dead one. */
export const findAccountToken = async (db: Db, token: string, ...purposes: TokenPurpose[]) => {
  const row = await db.accountToken.findUnique({
    where: { token_hash: hashLinkToken(token) },
    include: { user: true },
  });
  if (!row || !purposes.includes(row.purpose as TokenPurpose))
    throw new AppError("invalid_code", "This link is not valid. Please open the one of the latest mail.");
  if (row.used_at || row.expires_at <= new Date()) throw used();
  return row;
};

/** Makes a user's links useless, all of them or those of one purpose. */
export const voidAccountTokens = async (db: Db, user_id: string, purpose?: string): Promise<void> => {
  await db.accountToken.updateMany({
    where: { user_id, used_at: null, ...(purpose ? { purpose } : {}) },
    data: { used_at: new Date() },
  });
};

/** Uses a token up, and every other one of its purpose; of two at the same time only one succeeds. */
export const claimAccountToken = async (db: Db, { id, user_id, purpose }: Claim): Promise<void> => {
  const now = new Date();
  const { count } = await db.accountToken.updateMany({
    where: { id, used_at: null, expires_at: { gt: now } },
    data: { used_at: now },
  });
  if (count === 0) throw used();
  await voidAccountTokens(db, user_id, purpose);
};

/** Once a minute and five times an hour, so that nobody's mailbox is flooded by others. Call it with the user locked. */
export const mayIssueToken = async (db: Db, user_id: string, purpose: TokenPurpose): Promise<boolean> => {
  const now = Date.now();
  const recent = await db.accountToken.findMany({
    where: { user_id, purpose, created_at: { gt: new Date(now - 60 * 60_000) } },
    orderBy: { created_at: "desc" },
    select: { created_at: true },
  });
  const [last] = recent;
  return recent.length < 5 && (!last || last.created_at.getTime() <= now - 60_000);
};
