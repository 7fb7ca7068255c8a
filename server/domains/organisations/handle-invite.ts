import type { Ctx } from "@/server/core/context";
import { AppError, notFound } from "@/server/core/errors";
import { hashLinkToken, newLinkToken } from "@/server/core/one-time-secret";
import { assertActive, assertMayHandle } from "@/server/domains/identity/memberships";
import { invitationEnd, inviteUser, sendInvitation } from "@/server/domains/identity/users";
import type { Invitation } from "@/server/domains/identity/users/contract";
import type { InviteId, InviteMember, OpenInvite } from "./contract";
import { toInviteOutputs } from "./list-invites";

const pause_seconds = 60;

/** Returns an invitation that can still be accepted or resent, and locks it, so that concurrent changes wait. */
const lockOpen = async (ctx: Ctx, { id: org_id, invite_id }: InviteId) => {
  assertActive(ctx, org_id);
  await ctx.db.$queryRaw`SELECT 1 FROM invitations WHERE id = ${invite_id}::uuid FOR UPDATE`;
  const invitation = await ctx.db.invitation.findFirst({ where: { id: invite_id, org_id } });
  if (!invitation) throw notFound("invitation", invite_id);
  assertMayHandle(ctx.role, invitation.role);
  if (invitation.status !== "pending")
    throw new AppError("conflict", "This invitation has already been accepted or revoked.");
  return invitation;
};

const refuseHaste = (sent_at: Date): void => {
  const wait = Math.ceil(pause_seconds - (Date.now() - sent_at.getTime()) / 1_000);
  if (wait > 0)
    throw new AppError("rate_limited", `This invitation has just been sent. Try again in ${wait} seconds.`, {
      limit: 1,
      window_seconds: pause_seconds,
      retry_after_seconds: wait,
    });
};

/** Emails a new link with a new expiry. The previous link stops working. */
export const resendInvite = async (ctx: Ctx, input: InviteId): Promise<OpenInvite> => {
  const { id, email, role, sent_at } = await lockOpen(ctx, input);
  refuseHaste(sent_at);
  const token = newLinkToken();
  const renewed = await ctx.db.invitation.update({
    where: { id, org_id: ctx.org_id },
    data: { token_hash: hashLinkToken(token), sent_at: new Date(), expires_at: invitationEnd() },
  });
  await sendInvitation(ctx, { email, role }, token);
  const [invite] = await toInviteOutputs(ctx, [renewed]);
  if (!invite) throw notFound("invitation", id);
  return invite;
};

/** Revokes an invitation. Its emailed link stops working. */
export const revokeInvite = async (ctx: Ctx, input: InviteId): Promise<{ id: string }> => {
  const { id } = await lockOpen(ctx, input);
  await ctx.db.invitation.update({ where: { id, org_id: ctx.org_id }, data: { status: "revoked" } });
  return { id };
};

/** Does the same as POST /api/user/invite-user/, with the organisation in the path. */
export const inviteMember = async (ctx: Ctx, { id, ...person }: InviteMember): Promise<Invitation> => {
  assertActive(ctx, id);
  return inviteUser(ctx, person);
};
