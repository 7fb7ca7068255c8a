import type { Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import {
  assertActive,
  assertMayHandle,
  lockOrganisation,
  revokeInvitesOf,
} from "@/server/domains/identity/memberships";
import { queueEmail } from "@/server/domains/messaging/delivery";
import type { Organisation, Transfer } from "./contract";
import { findMember } from "./find-member";
import { readOrganisation } from "./list-organisations";

/**
 * Emails all owners, including the new one, and the previous owner, so that ownership is never transferred in secret.
 */
const notifyOwners = async (ctx: Ctx, org_id: string, newOwner: { id: string; email: string }, org: string) => {
  await queueEmail(ctx, { to: newOwner.email, template: "org-role-changed", data: { org, role: "owner" } });
  const owners = await ctx.db.membership.findMany({
    where: { org_id, user_id: { not: newOwner.id }, OR: [{ role: "owner" }, { user_id: ctx.user_id }] },
    select: { user: { select: { email: true } } },
  });
  for (const { user } of owners)
    await queueEmail(ctx, { to: user.email, template: "org-ownership-transferred", data: { org } });
};

/** Makes another member an owner, and the caller an admin. */
export const transferOwnership = async (ctx: Ctx, { id, new_owner_id }: Transfer): Promise<Organisation> => {
  assertActive(ctx, id);
  assertMayHandle(await lockOrganisation(ctx, id), "owner");
  const { user, role, disabled_at, organisation } = await findMember(ctx, id, new_owner_id);
  if (role === "owner") throw new AppError("conflict", "This member is already an owner.");
  if (disabled_at) throw new AppError("conflict", "This member is disabled. Enable them first.");
  const setRole = (user_id: string, next: "owner" | "admin") =>
    ctx.db.membership.update({ where: { org_id_user_id: { org_id: id, user_id } }, data: { role: next } });
  await setRole(new_owner_id, "owner");
  await setRole(ctx.user_id, "admin");
  await revokeInvitesOf(ctx, { org_id: id, user_id: ctx.user_id, role: "admin" });
  await notifyOwners(ctx, id, user, organisation.name);
  return readOrganisation(ctx, id);
};
