import { getSearchConsole } from "@/server/adapters/search-console";
import type { Ctx, Db, SystemCtx } from "@/server/core/context";
import { searchPerfDisconnected } from "@/server/core/events";
import { notConnected } from "./connection";
import type { Disconnected } from "./contract";
import { emailDisconnected } from "./email-owner";
import { openRefresh } from "./tokens";

/** Deletes an organisation's stored responses from Google, because they belong to the connection that is ending. */
export const deleteStoredResponses = (db: Db, org_id: string) =>
  db.searchPerfResponse.deleteMany({ where: { org_id } });

/** Schedules a job that revokes an organisation's consent at Google. Call it before deleting the rows. */
export const scheduleConsentRevocation = async ({ db, emit }: SystemCtx, org_id: string): Promise<void> => {
  const row = await db.searchPerfIntegrationSettings.findUnique({ where: { org_id } });
  if (row && !row.revoked_at) emit(searchPerfDisconnected.create({ org_id, sealed_token: row.refresh_token }));
};

/** Deletes tokens, chosen properties and stored responses. A job then revokes the consent at Google. */
export const disconnect = async (ctx: Ctx): Promise<Disconnected> => {
  const { db, org_id } = ctx;
  const row = await db.searchPerfIntegrationSettings.findUnique({ where: { org_id } });
  if (!row) {
    getSearchConsole();
    throw notConnected();
  }
  if (!row.revoked_at) await emailDisconnected(ctx, org_id);
  await scheduleConsentRevocation(ctx, org_id);
  await db.searchPerfIntegrationSettings.delete({ where: { org_id } });
  await db.searchPerfProperty.deleteMany({ where: { org_id } });
  await deleteStoredResponses(db, org_id);
  return { connected: false };
};

/** Revokes the consent for a connection that has been deleted. */
export const revokeConsent = async (org_id: string, sealedToken: string): Promise<void> =>
  getSearchConsole().revoke(await openRefresh(org_id, sealedToken));
