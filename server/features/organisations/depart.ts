import type { Role } from "@/server/auth/permissions";
import type { Ctx } from "@/server/core/context";
import type { Departed } from "./contract";
import { moveSessions } from "./move-sessions";
import { renewToken } from "./renew-token";

/**
 * Where the caller's session goes on after it left an organisation. A browser gets its new cookie at once; a bearer
 * gets a token by refreshing.
 */
export const goOnElsewhere = async (ctx: Ctx, left: string): Promise<Departed> => {
  const { org_id, ended_at } = await ctx.db.session.findUniqueOrThrow({ where: { id: ctx.session_id } });
  if (ended_at) return { id: left, next_organisation_id: null };
  const { role } = await ctx.db.membership.findUniqueOrThrow({
    where: { org_id_user_id: { org_id, user_id: ctx.user_id } },
  });
  await renewToken(ctx, { org_id, role: role as Role });
  return { id: left, next_organisation_id: org_id };
};

/** Ends a membership, and what its sessions may do there. Call it with the organisation locked. */
export const endMembership = async ({ db }: Pick<Ctx, "db">, org_id: string, user_id: string): Promise<void> => {
  await moveSessions(db, { org_id, user_id });
  await db.membership.delete({ where: { org_id_user_id: { org_id, user_id } } });
};
