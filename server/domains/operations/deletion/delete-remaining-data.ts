import type { Db } from "@/server/core/context";
import { organisationRemoved } from "@/server/core/events";
import { removeWebsite } from "@/server/domains/audits/websites";
import { queueEmail, supportContact } from "@/server/domains/messaging/delivery";
import { scheduleConsentRevocation } from "@/server/domains/monitoring/search-performance";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";

/**
 * Locks an organisation and reports whether it has members. The lock prevents anyone from accepting an invitation to
 * the organisation while its data is being deleted.
 */
const hasMembers = async (db: Db, org_id: string): Promise<boolean> => {
  await db.$queryRaw`SELECT 1 FROM organisations WHERE id = ${org_id}::uuid FOR UPDATE`;
  return (await db.membership.count({ where: { org_id } })) > 0;
};

/** Deletes one website of an organisation that has no members. Returns false if there was nothing to delete. */
export const removeNextWebsite = (org_id: string): Promise<boolean> =>
  inUnscopedTransaction(async (system) => {
    if (await hasMembers(system.db, org_id)) return false;
    const website = await system.db.website.findFirst({ where: { org_id }, orderBy: { id: "asc" } });
    if (!website) return false;
    await removeWebsite({ ...system, org_id }, { id: website.id });
    return true;
  });

/**
 * Deletes an organisation that has no members or websites, with its remaining data. Keeps an organisation that has
 * gained a member.
 */
export const removeEmptyOrganisation = (org_id: string): Promise<void> =>
  inUnscopedTransaction(async (system) => {
    const { db, emit } = system;
    if (await hasMembers(db, org_id)) return;
    const found = await db.organisation.findUnique({ where: { id: org_id } });
    if (found?.brand_logo_key)
      await db.objectToDelete.createMany({ data: [{ key: found.brand_logo_key }], skipDuplicates: true });
    await db.reportJob.deleteMany({ where: { org_id } });
    await db.auditLog.deleteMany({ where: { org_id } });
    await scheduleConsentRevocation(system, org_id);
    const { count } = await db.organisation.deleteMany({ where: { id: org_id } });
    const customer = found?.billing_customer_id;
    if (count === 1 && customer) emit(organisationRemoved.create({ org_id, customer }));
  });

interface Gone {
  user_id: string;
  email: string;
  name: string;
  notify?: boolean | undefined;
}

/** Deletes the stored emails of a deleted account and sends the final email. */
export const sendFarewell = ({ user_id, email, name, notify = true }: Gone): Promise<void> =>
  inUnscopedTransaction(async (system) => {
    const idempotencyKey = `account-deleted:${user_id}`;
    await system.db.emailMessage.deleteMany({
      where: { to: email, status: { not: "queued" }, idempotency_key: { not: idempotencyKey } },
    });
    await system.db.invitation.deleteMany({ where: { email, status: { not: "pending" } } });
    const data = { name, ...supportContact() };
    if (notify) await queueEmail(system, { to: email, template: "account-deleted", data, idempotencyKey });
  });
