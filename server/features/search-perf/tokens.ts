import type { Tokens } from "@/server/adapters/search-console/port";
import { seal, unseal } from "@/server/core/sealed";

/** What the tokens of an organisation are sealed for, so that they open in its own row only. */
export const accessPurpose = (org_id: string): string => `search-perf/${org_id}/access`;
export const refreshPurpose = (org_id: string): string => `search-perf/${org_id}/refresh`;

/** The columns that hold new tokens. */
export const sealTokens = async (org_id: string, tokens: Tokens) => ({
  access_token: await seal(tokens.access_token, accessPurpose(org_id)),
  expires_at: tokens.expires_at,
  scope: tokens.scopes.join(" "),
  ...(tokens.refresh_token === null ? {} : { refresh_token: await seal(tokens.refresh_token, refreshPurpose(org_id)) }),
});

export const openAccess = (org_id: string, sealed: string): Promise<string> => unseal(sealed, accessPurpose(org_id));
export const openRefresh = (org_id: string, sealed: string): Promise<string> => unseal(sealed, refreshPurpose(org_id));
