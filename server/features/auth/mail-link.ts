import { issueAccountToken, mayIssueToken } from "@/server/auth/account-token";
import { providerNames } from "@/server/auth/provider-ids";
import type { AnonymousCtx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { queueMail } from "@/server/features/messages";
import { lockUser } from "@/server/features/users";
import type { LinkToken } from "./contract";
import { findLink } from "./link-identity";

const minutes = 60;

/** Mails the link that confirms, to the account whose owner has no password or does not know it. */
export const mailLink = async (ctx: AnonymousCtx, { token }: LinkToken): Promise<Record<string, never>> => {
  const { user, linking } = await findLink(ctx.db, token);
  await lockUser(ctx.db, user.email);
  if (!(await mayIssueToken(ctx.db, user.id, "link-identity"))) return {};
  const confirmation = await issueAccountToken(ctx.db, {
    user_id: user.id,
    purpose: "link-identity",
    minutes,
    data: linking,
  });
  const url = `${env.BASE_URL}/link-account?token=${confirmation}`;
  const data = { provider: providerNames[linking.provider], url };
  await queueMail(ctx, { to: user.email, template: "identity-link", data });
  return {};
};
