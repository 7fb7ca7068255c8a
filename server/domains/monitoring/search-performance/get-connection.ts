import { findSearchConsole } from "@/server/adapters/search-console";
import type { Ctx } from "@/server/core/context";
import type { Connection } from "./contract";

/** Returns whether Search Console is connected, who connected it and when. Never returns the tokens. */
export const getConnection = async ({ db, org_id }: Ctx): Promise<Connection> => {
  const configured = findSearchConsole() !== null;
  const row = await db.searchPerfIntegrationSettings.findUnique({
    where: { org_id },
    select: { user_id: true, created_at: true, revoked_at: true },
  });
  if (!row) return { configured, connected: false, connected_by: null, connected_at: null, revoked_at: null };
  const { created_at, revoked_at, user_id } = row;
  return {
    configured,
    connected: configured && revoked_at === null,
    connected_by: await db.user.findUnique({ where: { id: user_id }, select: { id: true, name: true } }),
    connected_at: created_at,
    revoked_at,
  };
};
