import type { Ctx } from "@/server/core/context";
import { assertNotLastOwner, lockOrganisation } from "./active-organisation";
import type { Departed, OrganisationId } from "./contract";
import { endMembership, goOnElsewhere } from "./depart";
import { writeLog } from "./write-log";

/** Also from an organisation that is not the active one. */
export const leaveOrganisation = async (ctx: Ctx, { id }: OrganisationId): Promise<Departed> => {
  const role = await lockOrganisation(ctx, id);
  if (role === "owner") await assertNotLastOwner(ctx, id, ctx.user_id);
  await endMembership(ctx, id, ctx.user_id);
  if (id === ctx.org_id) return goOnElsewhere(ctx, id);
  await writeLog(ctx, { org_id: id, action: "member.leave", target_id: ctx.user_id });
  return { id, next_organisation_id: ctx.org_id };
};
