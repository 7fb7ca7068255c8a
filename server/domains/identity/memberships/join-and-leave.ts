import type { Ctx, SystemCtx } from "@/server/core/context";
import type { Role } from "@/server/core/permissions";
import { moveSessions } from "./move-sessions";

interface Joining {
  org_id: string;
  user_id: string;
  role: Role;
  /** The session from which the invitation was sent; null for members who weren't invited. */
  created_by_session: string | null;
}

/** Adds a member. An existing member keeps their role. */
export const joinOrganisation = async ({ db }: Pick<SystemCtx, "db">, joining: Joining): Promise<void> => {
  await db.membership.createMany({ data: [joining], skipDuplicates: true });
};

/** Ends a membership, and moves or revokes the sessions that use it. The caller must hold the organisation's lock. */
export const endMembership = async ({ db }: Pick<Ctx, "db">, org_id: string, user_id: string): Promise<void> => {
  await moveSessions(db, { org_id, user_id });
  await db.membership.delete({ where: { org_id_user_id: { org_id, user_id } } });
};
