import type { Db } from "@/server/core/context";

/** Renames the organisation created with the account if it is still named after the person who signed up first. */
export const renameOrganisation = async (db: Db, user: { id: string; name: string }, name: string): Promise<void> => {
  if (user.name === name) return;
  await db.organisation.updateMany({
    where: { name: `${user.name}’s organisation`, memberships: { every: { user_id: user.id }, some: {} } },
    data: { name: `${name}’s organisation` },
  });
};
