import type { SystemCtx } from "@/server/core/context";
import { newId } from "@/server/core/ids";

interface NewOrganisation {
  name: string;
  owner_id: string;
}

export const createOrganisation = async (
  { db }: Pick<SystemCtx, "db">,
  { name, owner_id }: NewOrganisation,
): Promise<{ id: string }> =>
  db.organisation.create({
    data: { id: newId(), name, memberships: { create: { user_id: owner_id, role: "owner" } } },
    select: { id: true },
  });
