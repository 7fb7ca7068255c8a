import type { Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { issueAccountToken } from "../auth/account-token";
import { confirmPerson } from "../auth/confirm-person";
import { configuredProviders, providerNames } from "../auth/provider-ids";
import type { IdentityStart, StartLinking } from "./contract";

/** Time limit for signing in with the provider, in minutes. */
const minutes = 15;

/**
 * Starts linking an identity provider to the caller's account. The user then signs in with the provider, which
 * redirects the browser to `callback_url`. Only the session that started the linking can complete it.
 */
export const startLinking = async (ctx: Ctx, { provider, password }: StartLinking): Promise<IdentityStart> => {
  if (!configuredProviders().includes(provider))
    throw new AppError("not_configured", `Sign-in with ${providerNames[provider]} isn't configured.`);
  await confirmPerson(ctx, password, "password", "identity_link");
  const { db, user_id, session_id } = ctx;
  const data = { provider, session_id };
  const token = await issueAccountToken(db, { user_id, purpose: "add-identity", minutes, data });
  return { provider, callback_url: `/accessibility/account?link=${token}` };
};
