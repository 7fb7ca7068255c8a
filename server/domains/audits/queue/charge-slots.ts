import type { AuditStatus } from "@/generated/prisma/enums";
import { getUnscopedDb } from "@/server/adapters/database";
import type { Db } from "@/server/core/context";
import { busyMs, decay } from "./plan-slots";
import { ownerOfOrganisation } from "./read-queue";

/** Minimum interval between writes while an audit is running. */
const chargeEveryMs = 15_000;

interface Charged {
  id: string;
  owner_id: string;
  status: AuditStatus;
  slot_since: Date | null;
  charged_at: Date;
  idle_since: Date | null;
  idle_until: Date | null;
  completed_at: Date | null;
}

const readCharged = (db: Db): Promise<Charged[]> =>
  db.$queryRawUnsafe<Charged[]>(`
    SELECT a.id, coalesce(owner.user_id, a.org_id) AS owner_id, a.status, a.slot_since, a.charged_at, a.idle_since,
      a.idle_until, a.completed_at
    FROM website_audits a ${ownerOfOrganisation("a")} WHERE a.charged_at IS NOT NULL`);

const addUse = async (db: Db, owner_id: string, ms: number, now: Date): Promise<void> => {
  const used = await db.slotUse.findUnique({ where: { owner_id } });
  const seconds = (used ? decay(used.seconds, used.used_at, now) : 0) + ms / 1_000;
  await db.slotUse.upsert({
    where: { owner_id },
    create: { owner_id, seconds, used_at: now },
    update: { seconds, used_at: now },
  });
};

/** Charges owners for the slot time used since the last call. The caller must hold the queue's lock. */
export const chargeSlots = async (db: Db, now: Date): Promise<void> => {
  for (const audit of await readCharged(db)) {
    const runs = audit.status === "in_progress" && audit.slot_since !== null;
    if (runs && now.getTime() - audit.charged_at.getTime() < chargeEveryMs) continue;
    await addUse(db, audit.owner_id, busyMs(audit, audit.completed_at ?? now), now);
    await db.websiteAudit.update({
      where: { id: audit.id },
      data: runs ? { charged_at: now } : { charged_at: null, slot_since: null },
    });
  }
};

/**
 * Restarts the clock for the slots in use, so that time during which the app wasn't running or the machine was asleep
 * isn't counted. Time up to the scanner's last callback still counts towards the audits' time budgets.
 */
export const discountDowntime = async (now = new Date()): Promise<void> => {
  const db = await getUnscopedDb();
  await db.$executeRaw`
    UPDATE website_audits SET
      slot_ms = slot_ms + greatest(0, extract(epoch FROM coalesce(last_contact_at, slot_since) - slot_since) * 1000)::int,
      charged_at = CASE WHEN charged_at IS NULL THEN NULL ELSE ${now}::timestamptz END,
      slot_since = ${now}::timestamptz
    WHERE status = 'in_progress' AND slot_since IS NOT NULL`;
};
