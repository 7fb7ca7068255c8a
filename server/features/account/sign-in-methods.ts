import { configuredProviders } from "@/server/auth/provider-ids";
import type { Ctx } from "@/server/core/context";
import { AppError, notFound } from "@/server/core/errors";
import type { IdentityId, Nothing, SignInMethods } from "./contract";

/** Identities of a provider that is no longer configured open nothing, so they are no way to sign in. */
export const listSignInMethods = async ({ db, user_id }: Pick<Ctx, "db" | "user_id">): Promise<SignInMethods> => {
  const user = await db.user.findUniqueOrThrow({
    where: { id: user_id },
    include: { identities: { orderBy: { created_at: "asc" } } },
  });
  const password = user.password_hash !== null;
  const configured: readonly string[] = configuredProviders();
  const ways = user.identities.filter(({ provider }) => configured.includes(provider));
  const identities = user.identities.map((identity) => ({
    provider: identity.provider as IdentityId["provider"],
    subject: identity.subject,
    email: identity.email,
    created_at: identity.created_at,
    removable: password || ways.some((way) => way !== identity),
  }));
  return { password, identities };
};

export const removeIdentity = async (ctx: Ctx, { provider, subject }: IdentityId): Promise<Nothing> => {
  const { db, user_id } = ctx;
  // Two removals at the same time must not take the last two ways.
  await db.$queryRaw`SELECT id FROM users WHERE id = ${user_id}::uuid FOR UPDATE`;
  const { identities } = await listSignInMethods(ctx);
  const identity = identities.find((each) => each.provider === provider && each.subject === subject);
  if (!identity) throw notFound("sign-in", `${provider}/${subject}`);
  if (!identity.removable)
    throw new AppError("conflict", "This is the only way you can sign in. Set a password first, then remove it.");
  await db.linkedIdentity.delete({ where: { provider_subject: { provider, subject } } });
  return {};
};
