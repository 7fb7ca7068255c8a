import { organisationRemoved } from "@/inngest/events";
import { inTransaction } from "@/server/core/transaction";
import { queueMail } from "@/server/features/messages";
import { takeConsentBack } from "@/server/features/search-perf";
import { removeWebsite } from "@/server/features/websites";

/** Removes one website of an organisation that nobody is in any more. False when there is none left. */
export const removeNextWebsite = (org_id: string): Promise<boolean> =>
  inTransaction(async (system) => {
    const website = await system.db.website.findFirst({ where: { org_id }, orderBy: { id: "asc" } });
    if (!website) return false;
    await removeWebsite({ ...system, org_id }, { id: website.id });
    return true;
  });

/** Removes what is left of an organisation without members and websites. */
export const removeEmptyOrganisation = (org_id: string): Promise<void> =>
  inTransaction(async (system) => {
    const { db, emit } = system;
    const found = await db.organisation.findUnique({ where: { id: org_id } });
    if (found?.brand_logo_key)
      await db.doomedObject.createMany({ data: [{ key: found.brand_logo_key }], skipDuplicates: true });
    await db.reportJob.deleteMany({ where: { org_id } });
    await db.auditLog.deleteMany({ where: { org_id } });
    if ((await db.membership.count({ where: { org_id } })) === 0) await takeConsentBack(system, org_id);
    const { count } = await db.organisation.deleteMany({ where: { id: org_id, memberships: { none: {} } } });
    const customer = found?.billing_customer_id;
    if (count === 1 && customer) emit(organisationRemoved.create({ org_id, customer }));
  });

interface Gone {
  user_id: string;
  email: string;
  name: string;
}

/** Forgets the mails of a deleted account and sends the last one. */
export const sayGoodbye = ({ user_id, email, name }: Gone): Promise<void> =>
  inTransaction(async (system) => {
    const idempotencyKey = `account-deleted:${user_id}`;
    await system.db.emailMessage.deleteMany({
      where: { to: email, status: { not: "queued" }, idempotency_key: { not: idempotencyKey } },
    });
    await system.db.invitation.deleteMany({ where: { email, status: { not: "pending" } } });
    await queueMail(system, { to: email, template: "account-deleted", data: { name }, idempotencyKey });
  });
