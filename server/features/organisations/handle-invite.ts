import { hashLinkToken, newLinkToken } from "@/server/auth/one-time-secret";
import type { Role } from "@/server/auth/permissions";
import type { Ctx } from "@/server/core/context";
import { AppError, notFound } from "@/server/core/errors";
import { invitationEnd, mailInvitation } from "@/server/features/users";
import { assertActive, assertMayHandle } from "./active-organisation";
import type { InviteId, OpenInvite } from "./contract";
import { presentInvites } from "./list-invites";

const pause_seconds = 60;

/** An invitation that can still be accepted or sent again. Two changes of it wait for each other. */
const lockOpen = async (ctx: Ctx, { id: org_id, invite_id }: InviteId) => {
  assertActive(ctx, org_id);
  await ctx.db.$queryRaw`SELECT 1 FROM invitations WHERE id = ${invite_id}::uuid FOR UPDATE`;
  const invitation = await ctx.db.invitation.findFirst({ where: { id: invite_id, org_id } });
  if (!invitation) throw notFound("invitation", invite_id);
  assertMayHandle(ctx.role, invitation.role);
  if (invitation.status !== "pending")
    throw new AppError("conflict", "This invitation was accepted or taken back already.");
  return invitation;
};

const refuseHaste = (sent_at: Date): void => {
  const wait = Math.ceil(pause_seconds - (Date.now() - sent_at.getTime()) / 1_000);
  if (wait > 0)
    throw new AppError("rate_limited", `This was mailed a moment ago. Please try again in ${wait} seconds.`, {
      limit: 1,
      window_seconds: pause_seconds,
      retry_after_seconds: wait,
    });
};

/** Mails a fresh link that is good for the full time again; the one sent before no longer works. */
export const resendInvite = async (ctx: Ctx, input: InviteId): Promise<OpenInvite> => {
  const { id, email, role, sent_at } = await lockOpen(ctx, input);
  refuseHaste(sent_at);
  const token = newLinkToken();
  const renewed = await ctx.db.invitation.update({
    where: { id },
    data: { token_hash: hashLinkToken(token), sent_at: new Date(), expires_at: invitationEnd() },
  });
  await mailInvitation(ctx, { email, role: role as Role }, token);
  const [invite] = await presentInvites(ctx, [renewed]);
  if (!invite) throw notFound("invitation", id);
  return invite;
};

/** The link in the mail no longer works. */
export const revokeInvite = async (ctx: Ctx, input: InviteId): Promise<{ id: string }> => {
  const { id } = await lockOpen(ctx, input);
  await ctx.db.invitation.update({ where: { id }, data: { status: "revoked" } });
  return { id };
};
