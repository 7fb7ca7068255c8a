import type { Db } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import type { Role } from "@/server/core/permissions";

/** Returns the organisation for a new session: the one that the user joined or used most recently. */
export const chooseOrganisation = async (db: Db, user_id: string): Promise<{ org_id: string; role: Role }> => {
  const memberships = await db.membership.findMany({
    where: { user_id, disabled_at: null },
    orderBy: { created_at: "desc" },
  });
  const last = await db.session.findFirst({
    where: { user_id },
    orderBy: { created_at: "desc" },
    select: { org_id: true, created_at: true },
  });
  const [newest] = memberships;
  if (!newest) throw new AppError("forbidden", "You no longer belong to any organisation. Ask to be invited again.");
  const used = memberships.find(({ org_id }) => org_id === last?.org_id);
  const { org_id, role } = last && used && last.created_at >= newest.created_at ? used : newest;
  return { org_id, role };
};
