import type { Ctx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { AppError, notFound } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { hashLinkToken, newLinkToken } from "@/server/core/one-time-secret";
import { queueEmail } from "@/server/domains/messaging/delivery";
import { limitInvitations } from "@/server/endpoint/guard";
import type { Invitation, InviteUser } from "./contract";

const invitationDays = 7;

/** Returns the time at which an invitation that is sent now will expire. */
export const invitationEnd = (): Date => new Date(Date.now() + invitationDays * 24 * 60 * 60 * 1000);

const refuseMember = async ({ db, org_id }: Ctx, email: string): Promise<void> => {
  const member = await db.membership.findFirst({ where: { org_id, user: { email } } });
  if (member) throw new AppError("conflict", "This person is already a member of the organisation.");
};

const mostAnHour = { limit: 5, window_seconds: 3_600 };

/** Limits invitations per email address, across all inviters and organisations, so that a mailbox can't be flooded. */
const refuseFlood = async ({ db }: Ctx, email: string): Promise<void> => {
  const { limit, window_seconds } = mostAnHour;
  const since = Date.now() - window_seconds * 1_000;
  const sent = await db.emailMessage.findMany({
    where: { created_at: { gt: new Date(since) }, to: email, template: "org-invite" },
    orderBy: { created_at: "desc" },
    take: limit,
    select: { created_at: true },
  });
  const oldest = sent[limit - 1];
  if (!oldest) return;
  const retry_after_seconds = Math.max(1, Math.ceil((oldest.created_at.getTime() - since) / 1_000));
  throw new AppError(
    "rate_limited",
    "Too many emails have been sent to this address in the last hour. Try again later.",
    {
      ...mostAnHour,
      retry_after_seconds,
    },
  );
};

export const sendInvitation = async (
  ctx: Ctx,
  { email, role }: Pick<InviteUser, "email" | "role">,
  token: string,
): Promise<void> => {
  await refuseFlood(ctx, email);
  await limitInvitations(ctx);
  const inviter = await ctx.db.user.findUniqueOrThrow({ where: { id: ctx.user_id } });
  const organisation = await ctx.db.organisation.findUniqueOrThrow({ where: { id: ctx.org_id } });
  const url = `${env.BASE_URL}/accept-invite?token=${token}`;
  await queueEmail(ctx, {
    to: email,
    template: "org-invite",
    data: { inviter: inviter.name, org: organisation.name, url, role },
  });
};

/**
 * Revokes earlier pending invitations to the email address. Only owners can replace an invitation to become an owner.
 */
const replaceOpen = async ({ db, org_id, role }: Ctx, email: string): Promise<void> => {
  const open = { org_id, email, status: "pending" } as const;
  if (role !== "owner" && (await db.invitation.count({ where: { ...open, role: "owner" } })) > 0)
    throw new AppError(
      "forbidden",
      "This person has already been invited as an owner. Only an owner can change that invitation.",
      { permission: "org.delete" },
    );
  await db.invitation.updateMany({ where: open, data: { status: "revoked" } });
};

/** Invites a person by email. Replaces any pending invitation to the same person. */
export const inviteUser = async (ctx: Ctx, input: InviteUser): Promise<Invitation> => {
  const { email, role, organisation_id = ctx.org_id } = input;
  const { db, org_id, user_id, session_id } = ctx;
  if (organisation_id !== org_id) throw notFound("organisation", organisation_id);
  if (role === "owner" && ctx.role !== "owner")
    throw new AppError("forbidden", "Only an owner can invite an owner.", { permission: "org.delete" });
  await refuseMember(ctx, email);
  await replaceOpen(ctx, email);
  const token = newLinkToken();
  const expires_at = invitationEnd();
  const sender = { invited_by: user_id, created_by_session: session_id };
  const { id } = await db.invitation.create({
    data: { id: newId(), org_id, email, role, token_hash: hashLinkToken(token), ...sender, expires_at },
  });
  await sendInvitation(ctx, input, token);
  return { id, email, role, status: "pending", expires_at };
};
