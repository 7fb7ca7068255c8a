import type { Ctx } from "@/server/core/context";
import type { Role } from "@/server/core/permissions";
import { toPage } from "@/server/core/schema";
import { assertActive } from "@/server/domains/identity/memberships";
import type { OrganisationId } from "@/server/domains/identity/memberships/contract";
import type { ListOrganisations, Organisation } from "./contract";

const withCount = { organisation: { include: { _count: { select: { memberships: true } } } } } as const;

interface Row {
  role: Role;
  organisation: { id: string; name: string; created_at: Date; _count: { memberships: number } };
}

const toOrganisation = ({ role, organisation }: Row, activeId: string): Organisation => ({
  id: organisation.id,
  name: organisation.name,
  role,
  active: organisation.id === activeId,
  member_count: organisation._count.memberships,
  created_at: organisation.created_at,
});

/** Lists the caller's organisations, except those in which the caller is disabled. */
export const listOrganisations = async (
  { db, user_id, org_id }: Ctx,
  { limit, cursor }: ListOrganisations,
): Promise<{ items: Organisation[]; next_cursor: string | null }> => {
  const rows = await db.membership.findMany({
    where: { user_id, disabled_at: null, ...(cursor ? { org_id: { gt: cursor } } : {}) },
    orderBy: { org_id: "asc" },
    take: limit + 1,
    include: withCount,
  });
  return toPage(
    rows.map((row) => toOrganisation(row, org_id)),
    limit,
  );
};

/** Returns one of the caller's organisations, whether it is active or not. */
export const readOrganisation = async ({ db, user_id, org_id }: Ctx, id: string): Promise<Organisation> =>
  toOrganisation(
    await db.membership.findUniqueOrThrow({
      where: { org_id_user_id: { org_id: id, user_id } },
      include: withCount,
    }),
    org_id,
  );

export const getOrganisation = async (ctx: Ctx, { id }: OrganisationId): Promise<Organisation> => {
  assertActive(ctx, id);
  return readOrganisation(ctx, id);
};
