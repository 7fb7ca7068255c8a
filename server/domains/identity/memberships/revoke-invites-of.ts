import type { Ctx } from "@/server/core/context";
import { type Role, roleMay } from "@/server/core/permissions";

interface Sender {
  org_id: string;
  user_id: string;
  /** The member's new role; null if they are no longer a member. */
  role: Role | null;
}

/**
 * Revokes pending invitations that a member is no longer allowed to send, so that the member can't use one to rejoin.
 */
export const revokeInvitesOf = async ({ db }: Pick<Ctx, "db">, { org_id, user_id, role }: Sender): Promise<void> => {
  if (role === "owner") return;
  const some = role && roleMay(role, "members.invite") ? { role: "owner" as const } : {};
  await db.invitation.updateMany({
    where: { org_id, invited_by: user_id, status: "pending", ...some },
    data: { status: "revoked" },
  });
};
