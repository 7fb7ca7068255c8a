import type { SearchPerfIntegrationSettings as Row } from "@/generated/prisma/client";
import { getSearchConsole } from "@/server/adapters/search-console";
import type { Tokens } from "@/server/adapters/search-console/port";
import type { Db } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { log } from "@/server/core/log";
import { oncePerProcess } from "@/server/core/process-wide";
import { readProperty } from "@/server/core/property";
import { inTransaction } from "@/server/endpoint/transaction";
import { emailDisconnected } from "./email-owner";
import { openAccess, openRefresh, sealTokens } from "./tokens";

/**
 * A token that expires within this many milliseconds is refreshed before the call, so that it doesn't expire during the
 * call.
 */
const spareMs = 60_000;

const refreshes = oncePerProcess("search-performance-refreshes", () => new Map<string, Promise<string>>());

export const notConnected = (): AppError =>
  new AppError("conflict", "Google Search Console isn't connected. Connect it at /api/search-perf/auth.", {
    reason: "not_connected",
  });

const revoked = (): AppError =>
  new AppError(
    "conflict",
    "Access to Google Search Console has been revoked. Connect again at /api/search-perf/auth.",
    {
      reason: "revoked",
    },
  );

const unreadable = (error: unknown): AppError => {
  log.warn({ err: error }, "failed to decrypt the Search Console tokens");
  const message = "The stored Google tokens can't be decrypted. Connect again at /api/search-perf/auth.";
  return new AppError("conflict", message, { reason: "unreadable" }, { cause: error });
};

const isRefused = (error: unknown): boolean =>
  error instanceof AppError && readProperty(error.details, "reason") === "refused";

/** Returns the connection of an organisation. Throws `conflict` if there is none or it has been revoked. */
export const findConnection = async (db: Db, org_id: string): Promise<Row> => {
  const row = await db.searchPerfIntegrationSettings.findUnique({ where: { org_id } });
  if (!row) throw notConnected();
  if (row.revoked_at) throw revoked();
  return row;
};

/** Records that Google revoked access and sends one email about it, even if several calls detect it. */
const markRevoked = (db: Db, { org_id, created_at }: Row): Promise<void> =>
  inTransaction(db, async (ctx) => {
    const { count } = await ctx.db.searchPerfIntegrationSettings.updateMany({
      where: { org_id, created_at, revoked_at: null },
      data: { revoked_at: new Date() },
    });
    if (count === 1) await emailDisconnected(ctx, org_id);
  });

const readAccess = ({ org_id, access_token }: Row): Promise<string> =>
  openAccess(org_id, access_token).catch((error: unknown) => {
    throw unreadable(error);
  });

const fetchTokens = async (db: Db, row: Row): Promise<Tokens> => {
  const token = await openRefresh(row.org_id, row.refresh_token).catch((error: unknown) => {
    throw unreadable(error);
  });
  try {
    return await getSearchConsole().refresh(token);
  } catch (error) {
    if (!isRefused(error)) throw error;
    await markRevoked(db, row);
    throw revoked();
  }
};

/**
 * Refreshes the access token in `stale`, unless it has been replaced in the meantime. Returns the current access token.
 */
const refresh = async (db: Db, stale: Row): Promise<string> => {
  const { org_id, created_at, expires_at } = stale;
  const row = await findConnection(db, org_id);
  if (row.expires_at.getTime() !== expires_at.getTime()) return readAccess(row);
  const tokens = await fetchTokens(db, row);
  const data = await sealTokens(org_id, tokens);
  const where = { org_id, created_at, expires_at };
  const { count } = await db.searchPerfIntegrationSettings.updateMany({ where, data });
  if (count === 0) await findConnection(db, org_id);
  return tokens.access_token;
};

/** Runs one refresh at a time per organisation; concurrent calls get the same token. */
const refreshOnce = (db: Db, stale: Row): Promise<string> => {
  const running = refreshes.get(stale.org_id);
  if (running) return running;
  const started = refresh(db, stale).finally(() => refreshes.delete(stale.org_id));
  refreshes.set(stale.org_id, started);
  return started;
};

/**
 * Retries a call with a new token after Google refused a token that hadn't expired. If Google refuses the new token
 * too, the consent was revoked.
 */
const retryWithNewToken = async <T>(db: Db, row: Row, work: (accessToken: string) => Promise<T>): Promise<T> => {
  const token = await refreshOnce(db, row);
  try {
    return await work(token);
  } catch (error) {
    if (!isRefused(error)) throw error;
    await markRevoked(db, row);
    throw revoked();
  }
};

/**
 * Calls Google with a valid token. A token that is about to expire is refreshed first; a token that Google refuses is
 * refreshed at most once. Throws `conflict` if there is no connection or the consent was revoked.
 */
export const withAccess = async <T>(db: Db, org_id: string, work: (accessToken: string) => Promise<T>): Promise<T> => {
  const row = await findConnection(db, org_id);
  const isFresh = row.expires_at.getTime() - spareMs > Date.now();
  const token = isFresh ? await readAccess(row) : await refreshOnce(db, row);
  try {
    return await work(token);
  } catch (error) {
    if (!isRefused(error)) throw error;
    return retryWithNewToken(db, row, work);
  }
};
