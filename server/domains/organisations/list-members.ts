import type { Ctx } from "@/server/core/context";
import { escapeLike } from "@/server/core/escape-like";
import type { Role } from "@/server/core/permissions";
import { toPage } from "@/server/core/schema";
import { assertActive } from "@/server/domains/identity/memberships";
import type { ListMembers, Member } from "./contract";

export const withUser = { user: { select: { id: true, name: true, email: true } } } as const;

interface Row {
  role: Role;
  disabled_at: Date | null;
  created_at: Date;
  user: { id: string; name: string; email: string };
}

export const toMemberOutput = ({ user, role, disabled_at, created_at }: Row): Member => ({
  ...user,
  role,
  disabled: disabled_at !== null,
  joined_at: created_at,
});

const matching = (q: string) => {
  const part = { contains: escapeLike(q), mode: "insensitive" as const };
  return { user: { OR: [{ name: part }, { email: part }] } };
};

/** Lists members, oldest account first, so that the order of the list is stable. */
export const listMembers = async (
  ctx: Ctx,
  { id, q, limit, cursor }: ListMembers,
): Promise<{ items: Member[]; next_cursor: string | null }> => {
  assertActive(ctx, id);
  const rows = await ctx.db.membership.findMany({
    where: { org_id: id, ...(cursor ? { user_id: { gt: cursor } } : {}), ...(q ? matching(q) : {}) },
    orderBy: { user_id: "asc" },
    take: limit + 1,
    include: withUser,
  });
  return toPage(rows.map(toMemberOutput), limit);
};
