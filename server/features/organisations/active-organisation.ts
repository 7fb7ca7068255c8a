import type { Role } from "@/server/auth/permissions";
import type { Ctx } from "@/server/core/context";
import { AppError, notFound } from "@/server/core/errors";

/** What is done to an organisation is done in it: any other than the active one is not found. */
export const assertActive = ({ org_id }: Ctx, id: string): void => {
  if (id !== org_id) throw notFound("organisation", id);
};

/**
 * Makes changes of an organisation's members wait for each other, so that two at the same time never leave it without
 * an owner. Answers the caller's role as it is now: an earlier change may have taken it.
 */
export const lockOrganisation = async ({ db, user_id }: Ctx, id: string): Promise<Role> => {
  await db.$queryRaw`SELECT 1 FROM organisations WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const row = await db.membership.findUnique({ where: { org_id_user_id: { org_id: id, user_id } } });
  if (!row || row.disabled_at) throw notFound("organisation", id);
  return row.role as Role;
};

/** Owners are the business of owners alone. */
export const assertMayHandle = (actor: Role, ...concerned: readonly string[]): void => {
  if (actor !== "owner" && concerned.includes("owner"))
    throw new AppError("forbidden", "Only an owner may do this to an owner.", { permission: "org.delete" });
};

/** Call it with the organisation locked, before an owner goes or steps back. Throws `conflict` for the last one. */
export const assertNotLastOwner = async ({ db }: Pick<Ctx, "db">, org_id: string, user_id: string): Promise<void> => {
  const others = await db.membership.count({
    where: { org_id, role: "owner", disabled_at: null, user_id: { not: user_id } },
  });
  if (others === 0)
    throw new AppError("conflict", "This is the last owner. Hand the ownership over to somebody else first.");
};
