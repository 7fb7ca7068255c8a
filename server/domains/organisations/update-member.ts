import type { Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import {
  assertActive,
  assertMayHandle,
  assertNotLastOwner,
  lockOrganisation,
  revokeInvitesOf,
} from "@/server/domains/identity/memberships";
import { queueEmail } from "@/server/domains/messaging/delivery";
import type { ChangeMember, Member } from "./contract";
import { findMember } from "./find-member";
import { toMemberOutput, withUser } from "./list-members";

/**
 * Changes a member's role, or disables or enables the member. A disabled member keeps their role but can't act in the
 * organisation until they are enabled again. Changes apply from the next request.
 */
export const updateMember = async (ctx: Ctx, { id, user_id, role, disabled }: ChangeMember): Promise<Member> => {
  assertActive(ctx, id);
  const actor = await lockOrganisation(ctx, id);
  const before = await findMember(ctx, id, user_id);
  assertMayHandle(actor, before.role, role ?? before.role);
  if (disabled && user_id === ctx.user_id) throw new AppError("conflict", "You can't disable yourself.");
  const stepsBack = disabled === true || (role !== undefined && role !== "owner");
  if (before.role === "owner" && !before.disabled_at && stepsBack) await assertNotLastOwner(ctx, id, user_id);
  const after = await ctx.db.membership.update({
    where: { org_id_user_id: { org_id: id, user_id } },
    data: {
      ...(role ? { role } : {}),
      ...(disabled === undefined ? {} : { disabled_at: disabled ? (before.disabled_at ?? new Date()) : null }),
    },
    include: withUser,
  });
  await revokeInvitesOf(ctx, { org_id: id, user_id, role: after.disabled_at ? null : after.role });
  if (after.role !== before.role && user_id !== ctx.user_id) {
    const data = { org: before.organisation.name, role: after.role };
    await queueEmail(ctx, { to: before.user.email, template: "org-role-changed", data });
  }
  return toMemberOutput(after);
};
