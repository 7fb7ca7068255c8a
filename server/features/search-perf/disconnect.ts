import { searchPerfDisconnected } from "@/inngest/events";
import { getSearchConsole } from "@/server/adapters/search-console";
import type { Ctx, Db, SystemCtx } from "@/server/core/context";
import { notConnected } from "./connection";
import type { Disconnected } from "./contract";
import { mailDisconnected } from "./mail-owner";
import { openRefresh } from "./tokens";

/** Answers of Google, which belong to one connection. */
export const dropAnswers = (db: Db, org_id: string) => db.searchPerfAnswer.deleteMany({ where: { org_id } });

/** Has a job take the consent of an organisation back at Google; call it before its rows are removed. */
export const takeConsentBack = async ({ db, emit }: SystemCtx, org_id: string): Promise<void> => {
  const row = await db.searchPerfIntegrationSettings.findUnique({ where: { org_id } });
  if (row && !row.revoked_at) emit(searchPerfDisconnected.create({ org_id, sealed_token: row.refresh_token }));
};

/** Forgets tokens, choices and answers; a job then takes the consent back at Google. */
export const disconnect = async (ctx: Ctx): Promise<Disconnected> => {
  const { db, org_id } = ctx;
  const row = await db.searchPerfIntegrationSettings.findUnique({ where: { org_id } });
  if (!row) {
    getSearchConsole();
    throw notConnected();
  }
  if (!row.revoked_at) await mailDisconnected(ctx, org_id);
  await takeConsentBack(ctx, org_id);
  await db.searchPerfIntegrationSettings.delete({ where: { org_id } });
  await db.searchPerfProperty.deleteMany({ where: { org_id } });
  await dropAnswers(db, org_id);
  return { connected: false };
};

/** Takes a consent back at Google, for a connection that is no longer kept. */
export const revokeConsent = async (org_id: string, sealedToken: string): Promise<void> =>
  getSearchConsole().revoke(await openRefresh(org_id, sealedToken));
