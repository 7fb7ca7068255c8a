import { type Role, roleMay } from "@/server/auth/permissions";
import type { Ctx } from "@/server/core/context";

interface Sender {
  org_id: string;
  user_id: string;
  /** What they are from now on; null for who is out. */
  role: Role | null;
}

/** Takes back the open invitations that a member may no longer send, so that none of them is a way back in. */
export const revokeInvitesOf = async ({ db }: Pick<Ctx, "db">, { org_id, user_id, role }: Sender): Promise<void> => {
  if (role === "owner") return;
  const some = role && roleMay(role, "members.invite") ? { role: "owner" } : {};
  await db.invitation.updateMany({
    where: { org_id, invited_by: user_id, status: "pending", ...some },
    data: { status: "revoked" },
  });
};
