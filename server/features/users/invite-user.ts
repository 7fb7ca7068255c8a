import { hashLinkToken, newLinkToken } from "@/server/auth/one-time-secret";
import type { Ctx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { AppError, notFound } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { queueMail } from "@/server/features/messages";
import type { Invitation, InviteUser } from "./contract";

const invitationDays = 7;

/** When an invitation that is mailed now ends. */
export const invitationEnd = (): Date => new Date(Date.now() + invitationDays * 24 * 60 * 60 * 1000);

const refuseMember = async ({ db, org_id }: Ctx, email: string): Promise<void> => {
  const member = await db.membership.findFirst({ where: { org_id, user: { email } } });
  if (member) throw new AppError("conflict", "This person is in the organisation already.");
};

const mostAnHour = { limit: 5, window_seconds: 3_600 };

/** Whoever asks, and for whichever organisation: a stranger's mailbox is not flooded with words of somebody here. */
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
  throw new AppError("rate_limited", "This address was mailed often enough in the last hour. Please try again later.", {
    ...mostAnHour,
    retry_after_seconds,
  });
};

export const mailInvitation = async (
  ctx: Ctx,
  { email, role }: Pick<InviteUser, "email" | "role">,
  token: string,
): Promise<void> => {
  await refuseFlood(ctx, email);
  const inviter = await ctx.db.user.findUniqueOrThrow({ where: { id: ctx.user_id } });
  const organisation = await ctx.db.organisation.findUniqueOrThrow({ where: { id: ctx.org_id } });
  const url = `${env.BASE_URL}/accept-invite?token=${token}`;
  await queueMail(ctx, {
    to: email,
    template: "org-invite",
    data: { inviter: inviter.name, org: organisation.name, url, role },
  });
};

/** An owner's invitation is the business of owners, as owners are. */
const replaceOpen = async ({ db, org_id, role }: Ctx, email: string): Promise<void> => {
  const open = { org_id, email, status: "pending" };
  if (role !== "owner" && (await db.invitation.count({ where: { ...open, role: "owner" } })) > 0)
    throw new AppError("forbidden", "This person is invited as an owner. Only an owner may change that.", {
      permission: "org.delete",
    });
  await db.invitation.updateMany({ where: open, data: { status: "revoked" } });
};

/** Invites a person by mail; an earlier invitation of theirs that is still open is replaced. */
export const inviteUser = async (ctx: Ctx, input: InviteUser): Promise<Invitation> => {
  const { email, role, organisation_id = ctx.org_id } = input;
  const { db, org_id, user_id } = ctx;
  if (organisation_id !== org_id) throw notFound("organisation", organisation_id);
  if (role === "owner" && ctx.role !== "owner")
    throw new AppError("forbidden", "Only an owner may invite an owner.", { permission: "org.delete" });
  await refuseMember(ctx, email);
  await replaceOpen(ctx, email);
  const token = newLinkToken();
  const expires_at = invitationEnd();
  const { id } = await db.invitation.create({
    data: { id: newId(), org_id, email, role, token_hash: hashLinkToken(token), invited_by: user_id, expires_at },
  });
  await mailInvitation(ctx, input, token);
  return { id, email, role, status: "pending", expires_at };
};
