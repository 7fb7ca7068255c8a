import type { AnonymousCtx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { queueEmail } from "@/server/domains/messaging/delivery";
import { issueAccountToken, waitForToken } from "../auth/account-token";
import { providerNames } from "../auth/provider-ids";
import { lockUser } from "../users";
import type { LinkToken } from "./contract";
import { findLink } from "./link-identity";

const minutes = 60;

/** Emails the confirmation link to an account whose owner has no password or has forgotten it. */
export const sendConfirmationLink = async (ctx: AnonymousCtx, { token }: LinkToken): Promise<Record<string, never>> => {
  const { user, linking } = await findLink(ctx.db, token);
  await lockUser(ctx.db, user.email);
  // No link is sent if the limit has been reached. The previous link still works, because it was sent within the last
  // hour.
  if ((await waitForToken(ctx.db, user.id, "link-identity")) > 0) return {};
  const confirmation = await issueAccountToken(ctx.db, {
    user_id: user.id,
    purpose: "link-identity",
    minutes,
    data: linking,
  });
  const url = `${env.BASE_URL}/link-account?token=${confirmation}`;
  const data = { provider: providerNames[linking.provider], url };
  await queueEmail(ctx, { to: user.email, template: "identity-link", data });
  return {};
};
