import type { Ctx } from "@/server/core/context";
import { assertNotLastOwner, endMembership, lockOrganisation } from "@/server/domains/identity/memberships";
import type { OrganisationId } from "@/server/domains/identity/memberships/contract";
import type { Departed } from "./contract";
import { logInOtherOrganisation } from "./log-in-other-organisation";
import { switchAfterLeaving } from "./switch-after-leaving";

/** Ends the caller's membership of an organisation, which doesn't have to be the active one. */
export const leaveOrganisation = async (ctx: Ctx, { id }: OrganisationId): Promise<Departed> => {
  const role = await lockOrganisation(ctx, id);
  if (role === "owner") await assertNotLastOwner(ctx, id, ctx.user_id);
  await endMembership(ctx, id, ctx.user_id);
  if (id === ctx.org_id) return switchAfterLeaving(ctx, id);
  await logInOtherOrganisation(ctx, { org_id: id, action: "member.leave", target_id: ctx.user_id });
  return { id, next_organisation_id: ctx.org_id };
};
