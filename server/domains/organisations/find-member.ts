import type { Ctx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import { withUser } from "./list-members";

/**
 * Returns a membership with its user and its organisation's name. Throws `not_found` if there is no such membership.
 */
export const findMember = async ({ db }: Pick<Ctx, "db">, org_id: string, user_id: string) => {
  const row = await db.membership.findUnique({
    where: { org_id_user_id: { org_id, user_id } },
    include: { ...withUser, organisation: { select: { name: true } } },
  });
  if (!row) throw notFound("member", user_id);
  return row;
};
