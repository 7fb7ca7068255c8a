import { issueAccountToken } from "@/server/auth/account-token";
import { confirmPerson } from "@/server/auth/confirm-person";
import { configuredProviders, providerNames } from "@/server/auth/provider-ids";
import type { Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import type { IdentityStart, StartLinking } from "./contract";

/** Minutes to sign in at the provider. */
const minutes = 15;

/**
 * Begins to link a provider to the account one is signed in to. The browser goes on to the provider with `callback_url`,
 * and only the session that asked can come back with it.
 */
export const startLinking = async (ctx: Ctx, { provider, password }: StartLinking): Promise<IdentityStart> => {
  if (!configuredProviders().includes(provider))
    throw new AppError("not_configured", `Nobody can sign in with ${providerNames[provider]} here.`);
  await confirmPerson(ctx, password, "password");
  const { db, user_id, session_id } = ctx;
  const data = { provider, session_id };
  const token = await issueAccountToken(db, { user_id, purpose: "add-identity", minutes, data });
  return { provider, callback_url: `/accessibility/account?link=${token}` };
};
