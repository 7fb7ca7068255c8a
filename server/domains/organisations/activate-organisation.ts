import type { Ctx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import { accessTokenSeconds } from "@/server/domains/identity/auth";
import { renewToken } from "@/server/domains/identity/memberships";
import type { OrganisationId } from "@/server/domains/identity/memberships/contract";
import type { Activated } from "./contract";
import { logInOtherOrganisation } from "./log-in-other-organisation";

/** Makes one of the caller's organisations the session's active organisation. */
export const activateOrganisation = async (ctx: Ctx, { id }: OrganisationId): Promise<Activated> => {
  const { db, user_id, session_id } = ctx;
  const membership = await db.membership.findUnique({
    where: { org_id_user_id: { org_id: id, user_id } },
    include: { organisation: { select: { name: true } } },
  });
  if (!membership || membership.disabled_at) throw notFound("organisation", id);
  const role = membership.role;
  if (id !== ctx.org_id)
    await logInOtherOrganisation(ctx, { org_id: id, action: "organisation.activate", target_id: id });
  await db.session.update({ where: { id: session_id }, data: { org_id: id } });
  return {
    id,
    name: membership.organisation.name,
    role,
    access_token: await renewToken(ctx, { org_id: id, role }),
    token_type: "Bearer",
    expires_in: accessTokenSeconds,
  };
};
