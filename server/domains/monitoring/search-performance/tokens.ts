import type { Tokens } from "@/server/adapters/search-console/port";
import { purposes, seal, unseal } from "@/server/core/sealed";

/** Returns the database columns for new tokens, with the tokens encrypted. */
export const sealTokens = async (org_id: string, tokens: Tokens) => ({
  access_token: await seal(tokens.access_token, purposes.googleAccess(org_id)),
  expires_at: tokens.expires_at,
  scope: tokens.scopes.join(" "),
  ...(tokens.refresh_token === null
    ? {}
    : { refresh_token: await seal(tokens.refresh_token, purposes.googleRefresh(org_id)) }),
});

export const openAccess = (org_id: string, sealed: string): Promise<string> =>
  unseal(sealed, purposes.googleAccess(org_id));
export const openRefresh = (org_id: string, sealed: string): Promise<string> =>
  unseal(sealed, purposes.googleRefresh(org_id));
