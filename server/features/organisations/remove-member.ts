import type { Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { queueMail } from "@/server/features/messages";
import { assertActive, assertMayHandle, assertNotLastOwner, lockOrganisation } from "./active-organisation";
import type { MemberId } from "./contract";
import { endMembership } from "./depart";
import { findMember } from "./find-member";
import { revokeInvitesOf } from "./revoke-invites-of";

export const removeMember = async (ctx: Ctx, { id, user_id }: MemberId): Promise<{ id: string }> => {
  assertActive(ctx, id);
  const actor = await lockOrganisation(ctx, id);
  const member = await findMember(ctx, id, user_id);
  assertMayHandle(actor, member.role);
  if (member.role === "owner") await assertNotLastOwner(ctx, id, user_id);
  if (user_id === ctx.user_id) throw new AppError("conflict", "To go yourself, leave the organisation.");
  await endMembership(ctx, id, user_id);
  await revokeInvitesOf(ctx, { org_id: id, user_id, role: null });
  const data = { org: member.organisation.name };
  await queueMail(ctx, { to: member.user.email, template: "org-member-removed", data });
  return { id: user_id };
};
