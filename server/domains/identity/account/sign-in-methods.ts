import type { Ctx } from "@/server/core/context";
import { AppError, notFound } from "@/server/core/errors";
import { recordSecurityEvent } from "@/server/core/security-log";
import { configuredProviders } from "../auth/provider-ids";
import { notifyChange } from "../recovery";
import { type IdentityId, type Nothing, Provider, type SignInMethods } from "./contract";

/**
 * Lists the user's sign-in methods. Leaves out identities of providers that are no longer configured, because nobody
 * can sign in with them.
 */
export const listSignInMethods = async ({ db, user_id }: Pick<Ctx, "db" | "user_id">): Promise<SignInMethods> => {
  const user = await db.user.findUniqueOrThrow({
    where: { id: user_id },
    include: { identities: { orderBy: { created_at: "asc" } } },
  });
  const password = user.password_hash !== null;
  const configured: readonly string[] = configuredProviders();
  const ways = user.identities.filter(({ provider }) => configured.includes(provider));
  const identities = user.identities.map((identity) => ({
    provider: Provider.parse(identity.provider),
    subject: identity.subject,
    email: identity.email,
    created_at: identity.created_at,
    removable: password || ways.some((way) => way !== identity),
  }));
  return { password, identities };
};

export const removeIdentity = async (ctx: Ctx, { provider, subject }: IdentityId): Promise<Nothing> => {
  const { db, user_id } = ctx;
  // Locks the user, so that two concurrent removals can't remove the last two sign-in methods.
  await db.$queryRaw`SELECT id FROM users WHERE id = ${user_id}::uuid FOR UPDATE`;
  const { identities } = await listSignInMethods(ctx);
  const identity = identities.find((each) => each.provider === provider && each.subject === subject);
  if (!identity) throw notFound("sign-in method", `${provider}/${subject}`);
  if (!identity.removable)
    throw new AppError("conflict", "This is your only sign-in method. Before you remove it, set a password.");
  await db.linkedIdentity.delete({ where: { provider_subject: { provider, subject } } });
  const user = await db.user.findUniqueOrThrow({ where: { id: user_id } });
  const { email, created_at } = identity;
  const linked_at = new Date(created_at).toISOString();
  await notifyChange(ctx, user, { kind: "identity_removed", provider, subject, email, linked_at });
  await recordSecurityEvent(ctx, { event: "identity_unlink", user_id, method: provider, session_id: ctx.session_id });
  return {};
};
