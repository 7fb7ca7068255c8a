import type { Role } from "@/server/auth/permissions";
import type { Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { queueMail } from "@/server/features/messages";
import { assertActive, assertMayHandle, assertNotLastOwner, lockOrganisation } from "./active-organisation";
import type { ChangeMember, Member } from "./contract";
import { findMember } from "./find-member";
import { presentMember, withUser } from "./list-members";
import { revokeInvitesOf } from "./revoke-invites-of";

/** Who is disabled keeps the role, and can't act here until enabled again. It counts from the next call on. */
export const changeMember = async (ctx: Ctx, { id, user_id, role, disabled }: ChangeMember): Promise<Member> => {
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
  await revokeInvitesOf(ctx, { org_id: id, user_id, role: after.disabled_at ? null : (after.role as Role) });
  if (after.role !== before.role && user_id !== ctx.user_id) {
    const data = { org: before.organisation.name, role: after.role };
    await queueMail(ctx, { to: before.user.email, template: "org-role-changed", data });
  }
  return presentMember(after);
};
