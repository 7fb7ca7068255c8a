import type { Invitation } from "@/server/adapters/database/generated/client";
import type { Role } from "@/server/auth/permissions";
import type { Ctx } from "@/server/core/context";
import { toPage } from "@/server/core/schema";
import { assertActive } from "./active-organisation";
import type { ListInvites, OpenInvite } from "./contract";

/** The invitations as callers see them, with the names of who sent them. */
export const presentInvites = async ({ db }: Pick<Ctx, "db">, rows: readonly Invitation[]): Promise<OpenInvite[]> => {
  const inviters = await db.user.findMany({
    where: { id: { in: rows.map((row) => row.invited_by) } },
    select: { id: true, name: true },
  });
  return rows.map(({ id, email, role, invited_by, sent_at, expires_at }) => ({
    id,
    email,
    role: role as Role,
    status: expires_at > new Date() ? "pending" : "expired",
    invited_by: inviters.find((user) => user.id === invited_by) ?? null,
    sent_at,
    expires_at,
  }));
};

export const listInvites = async (
  ctx: Ctx,
  { id, limit, cursor }: ListInvites,
): Promise<{ items: OpenInvite[]; next_cursor: string | null }> => {
  assertActive(ctx, id);
  const rows = await ctx.db.invitation.findMany({
    where: { org_id: id, status: "pending", ...(cursor ? { id: { gt: cursor } } : {}) },
    orderBy: { id: "asc" },
    take: limit + 1,
  });
  return toPage(await presentInvites(ctx, rows), limit);
};
