import type { Ctx } from "@/server/core/context";
import { renewToken } from "@/server/domains/identity/memberships";
import { acrossOrganisations } from "@/server/endpoint/scoped-db";
import type { Departed } from "./contract";

/**
 * Returns the organisation in which the caller's session continues after the caller has left another one. A browser
 * gets its new cookie immediately; a caller with a bearer token gets a new token by refreshing it.
 */
export const switchAfterLeaving = async (ctx: Ctx, left: string): Promise<Departed> => {
  const { org_id, ended_at } = await ctx.db.session.findUniqueOrThrow({ where: { id: ctx.session_id } });
  if (ended_at) return { id: left, next_organisation_id: null };
  const { role } = await acrossOrganisations(ctx.db).membership.findUniqueOrThrow({
    where: { org_id_user_id: { org_id, user_id: ctx.user_id } },
  });
  await renewToken(ctx, { org_id, role });
  return { id: left, next_organisation_id: org_id };
};
