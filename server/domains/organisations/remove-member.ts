import type { Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import {
  assertActive,
  assertMayHandle,
  assertNotLastOwner,
  endMembership,
  lockOrganisation,
  revokeInvitesOf,
} from "@/server/domains/identity/memberships";
import { queueEmail } from "@/server/domains/messaging/delivery";
import type { MemberId } from "./contract";
import { findMember } from "./find-member";

export const removeMember = async (ctx: Ctx, { id, user_id }: MemberId): Promise<{ id: string }> => {
  assertActive(ctx, id);
  const actor = await lockOrganisation(ctx, id);
  const member = await findMember(ctx, id, user_id);
  assertMayHandle(actor, member.role);
  if (member.role === "owner") await assertNotLastOwner(ctx, id, user_id);
  if (user_id === ctx.user_id)
    throw new AppError("conflict", "You can't remove yourself. Leave the organisation instead.");
  await endMembership(ctx, id, user_id);
  await revokeInvitesOf(ctx, { org_id: id, user_id, role: null });
  const data = { org: member.organisation.name };
  await queueEmail(ctx, { to: member.user.email, template: "org-member-removed", data });
  return { id: user_id };
};
