import type { Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { assertActive, createOrganisation } from "@/server/domains/identity/memberships";
import type { AddOrganisation, ChangeOrganisation, Organisation } from "./contract";
import { readOrganisation } from "./list-organisations";
import { logInOtherOrganisation } from "./log-in-other-organisation";

/** Maximum number of organisations that a person can own. Prevents anyone from filling the database with them. */
const mostOwned = 20;

const assertMayOwnMore = async ({ db, user_id }: Ctx): Promise<void> => {
  // Locks the user, so that concurrent requests can't exceed the limit.
  await db.$queryRaw`SELECT 1 FROM users WHERE id = ${user_id}::uuid FOR NO KEY UPDATE`;
  const owned = await db.membership.count({ where: { user_id, role: "owner" } });
  if (owned < mostOwned) return;
  const message = `You own ${owned} organisations; the limit is ${mostOwned}. Delete one, or transfer its ownership.`;
  throw new AppError("conflict", message, { limit: mostOwned, current: owned });
};

/** Creates an organisation owned by the caller. It isn't active until the caller activates it. */
export const addOrganisation = async (ctx: Ctx, { name }: AddOrganisation): Promise<Organisation> => {
  await assertMayOwnMore(ctx);
  const { id } = await createOrganisation(ctx, { name, owner_id: ctx.user_id });
  await logInOtherOrganisation(ctx, { org_id: id, action: "organisation.add", target_id: id });
  return readOrganisation(ctx, id);
};

export const updateOrganisation = async (ctx: Ctx, { id, name }: ChangeOrganisation): Promise<Organisation> => {
  assertActive(ctx, id);
  await ctx.db.organisation.update({ where: { id }, data: { name } });
  return readOrganisation(ctx, id);
};
