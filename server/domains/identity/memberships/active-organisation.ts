import type { Ctx } from "@/server/core/context";
import { AppError, notFound } from "@/server/core/errors";
import type { Role } from "@/server/core/permissions";

/** Throws `not_found` unless this is the active organisation, the only one that can be changed. */
export const assertActive = ({ org_id }: Ctx, id: string): void => {
  if (id !== org_id) throw notFound("organisation", id);
};

/**
 * Serialises changes to an organisation's members, so that concurrent changes never leave it without an owner. Returns
 * the caller's current role, which a concurrent change may have altered before the lock was acquired.
 */
export const lockOrganisation = async ({ db, user_id }: Ctx, id: string): Promise<Role> => {
  await db.$queryRaw`SELECT 1 FROM organisations WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const row = await db.membership.findUnique({ where: { org_id_user_id: { org_id: id, user_id } } });
  if (!row || row.disabled_at) throw notFound("organisation", id);
  return row.role;
};

/** Throws `forbidden` if the action affects an owner and the actor isn't one. */
export const assertMayHandle = (actor: Role, ...concerned: readonly string[]): void => {
  if (actor !== "owner" && concerned.includes("owner"))
    throw new AppError("forbidden", "Only an owner can manage owners.", { permission: "org.delete" });
};

/**
 * Throws `conflict` for the last owner. Call it before an owner leaves or is demoted, while holding the organisation's
 * lock.
 */
export const assertNotLastOwner = async ({ db }: Pick<Ctx, "db">, org_id: string, user_id: string): Promise<void> => {
  const others = await db.membership.count({
    where: { org_id, role: "owner", disabled_at: null, user_id: { not: user_id } },
  });
  if (others === 0)
    throw new AppError("conflict", "This is the last owner. Transfer ownership to another member first.");
};
