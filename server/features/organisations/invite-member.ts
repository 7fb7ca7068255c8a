import type { Ctx } from "@/server/core/context";
import { inviteUser } from "@/server/features/users";
import type { Invitation } from "@/server/features/users/contract";
import { assertActive } from "./active-organisation";
import type { InviteMember } from "./contract";

/** The same as POST /api/user/invite-user/, with the organisation in the path. */
export const inviteMember = async (ctx: Ctx, { id, ...person }: InviteMember): Promise<Invitation> => {
  assertActive(ctx, id);
  return inviteUser(ctx, person);
};
