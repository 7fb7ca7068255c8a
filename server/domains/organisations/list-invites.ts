import type { Invitation } from "@/generated/prisma/client";
import type { Ctx } from "@/server/core/context";
import { toPage } from "@/server/core/schema";
import { assertActive } from "@/server/domains/identity/memberships";
import type { ListInvites, OpenInvite } from "./contract";

/** Converts invitations to API output, with the names of their senders. */
export const toInviteOutputs = async ({ db }: Pick<Ctx, "db">, rows: readonly Invitation[]): Promise<OpenInvite[]> => {
  const inviters = await db.user.findMany({
    where: { id: { in: rows.map((row) => row.invited_by) } },
    select: { id: true, name: true },
  });
  return rows.map(({ id, email, role, invited_by, sent_at, expires_at }) => ({
    id,
    email,
    role,
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
  return toPage(await toInviteOutputs(ctx, rows), limit);
};
