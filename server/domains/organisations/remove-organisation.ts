import type { Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { organisationRemoved } from "@/server/core/events";
import { invalidInput } from "@/server/core/problem";
import { removeWebsite } from "@/server/domains/audits/websites";
import { assertActive, lockOrganisation, moveSessions } from "@/server/domains/identity/memberships";
import { queueEmail } from "@/server/domains/messaging/delivery";
import { scheduleConsentRevocation } from "@/server/domains/monitoring/search-performance";
import { scheduleLogoDeletion } from "@/server/domains/reports/branding";
import type { Departed, RemoveOrganisation } from "./contract";
import { switchAfterLeaving } from "./switch-after-leaving";

const readConfirmed = async ({ db }: Ctx, { id, confirm_name }: RemoveOrganisation) => {
  const organisation = await db.organisation.findUniqueOrThrow({
    where: { id },
    include: {
      websites: { select: { id: true } },
      memberships: { select: { user: { select: { id: true, email: true } } } },
    },
  });
  if (organisation.name !== confirm_name.trim())
    throw invalidInput([
      { path: "confirm_name", message: "The name doesn't match. Enter the organisation's exact name." },
    ]);
  return organisation;
};

type Confirmed = Awaited<ReturnType<typeof readConfirmed>>;

const notifyOthers = async (ctx: Ctx, { name, memberships }: Confirmed): Promise<void> => {
  for (const { user } of memberships)
    if (user.id !== ctx.user_id)
      await queueEmail(ctx, { to: user.email, template: "org-deleted", data: { org: name } });
};

/**
 * Deletes an organisation with its websites, audits, results, reports, invitations, logo and audit log. Only the audit
 * log entry about the deletion remains, including who deleted the organisation.
 */
export const removeOrganisation = async (ctx: Ctx, input: RemoveOrganisation): Promise<Departed> => {
  const { id } = input;
  assertActive(ctx, id);
  if ((await lockOrganisation(ctx, id)) !== "owner")
    throw new AppError("forbidden", "Only an owner can delete the organisation.", { permission: "org.delete" });
  const confirmed = await readConfirmed(ctx, input);
  for (const website of confirmed.websites) await removeWebsite(ctx, website);
  await scheduleLogoDeletion(ctx.db, confirmed.brand_logo_key);
  await notifyOthers(ctx, confirmed);
  await moveSessions(ctx.db, { org_id: id });
  await ctx.db.auditLog.deleteMany({ where: { org_id: id } });
  await scheduleConsentRevocation(ctx, id);
  await ctx.db.organisation.delete({ where: { id } });
  const { billing_customer_id: customer } = confirmed;
  if (customer) ctx.emit(organisationRemoved.create({ org_id: id, customer }));
  return switchAfterLeaving(ctx, id);
};
