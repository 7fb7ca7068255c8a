import type { Ctx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { permissionSlugs, roleMay } from "@/server/core/permissions";
import type { ChangeMe, Me } from "./contract";

type Actor = Pick<Ctx, "db" | "user_id" | "org_id" | "role">;

export const getMe = async ({ db, user_id, org_id, role }: Actor): Promise<Me> => {
  const user = await db.user.findUniqueOrThrow({ where: { id: user_id } });
  const organisation = await db.organisation.findUniqueOrThrow({
    where: { id: org_id },
    select: { id: true, name: true },
  });
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    email_verified: user.email_verified_at !== null,
    created_at: user.created_at,
    organisation,
    role,
    permissions: permissionSlugs.filter((slug) => roleMay(role, slug)),
    has_billing: env.STRIPE_SECRET_KEY !== undefined,
  };
};

export const updateCurrentUser = async (ctx: Ctx, { name }: ChangeMe): Promise<Me> => {
  if (name) await ctx.db.user.update({ where: { id: ctx.user_id }, data: { name } });
  return getMe(ctx);
};
