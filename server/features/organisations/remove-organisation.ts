import { organisationRemoved } from "@/inngest/events";
import type { Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { invalidInput } from "@/server/core/problem";
import { queueMail } from "@/server/features/messages";
import { takeConsentBack } from "@/server/features/search-perf";
import { removeWebsite } from "@/server/features/websites";
import { assertActive, lockOrganisation } from "./active-organisation";
import type { Departed, RemoveOrganisation } from "./contract";
import { goOnElsewhere } from "./depart";
import { moveSessions } from "./move-sessions";
import { dropLogo } from "./store-logo";

const readConfirmed = async ({ db }: Ctx, { id, confirm_name }: RemoveOrganisation) => {
  const organisation = await db.organisation.findUniqueOrThrow({
    where: { id },
    include: {
      websites: { select: { id: true } },
      memberships: { select: { user: { select: { id: true, email: true } } } },
    },
  });
  if (organisation.name !== confirm_name.trim())
    throw invalidInput([{ path: "confirm_name", message: "Give the name of the organisation as it is written." }]);
  return organisation;
};

type Confirmed = Awaited<ReturnType<typeof readConfirmed>>;

const tellOthers = async (ctx: Ctx, { name, memberships }: Confirmed): Promise<void> => {
  for (const { user } of memberships)
    if (user.id !== ctx.user_id) await queueMail(ctx, { to: user.email, template: "org-deleted", data: { org: name } });
};

/**
 * Takes its websites with their audits, results and reports along, its invitations, its logo and its audit log; the
 * log keeps only that it was removed, and by whom.
 */
export const removeOrganisation = async (ctx: Ctx, input: RemoveOrganisation): Promise<Departed> => {
  const { id } = input;
  assertActive(ctx, id);
  if ((await lockOrganisation(ctx, id)) !== "owner")
    throw new AppError("forbidden", "Only an owner may delete the organisation.", { permission: "org.delete" });
  const confirmed = await readConfirmed(ctx, input);
  for (const website of confirmed.websites) await removeWebsite(ctx, website);
  await dropLogo(ctx.db, confirmed.brand_logo_key);
  await tellOthers(ctx, confirmed);
  await moveSessions(ctx.db, { org_id: id });
  await ctx.db.auditLog.deleteMany({ where: { org_id: id } });
  await takeConsentBack(ctx, id);
  await ctx.db.organisation.delete({ where: { id } });
  const { billing_customer_id: customer } = confirmed;
  if (customer) ctx.emit(organisationRemoved.create({ org_id: id, customer }));
  return goOnElsewhere(ctx, id);
};
