import { getDatabase } from "@/server/adapters/database";
import type { Db } from "@/server/core/context";
import { env } from "@/server/core/env";
import type { QueuedAudit, SlotSettings } from "./plan-slots";

/** Joins the organisation's longest-standing owner, if there is one. */
export const ownerOfOrganisation = (table: string): string => `
  LEFT JOIN LATERAL (
    SELECT m.user_id, u.created_at FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.org_id = ${table}.org_id AND m.role = 'owner' AND m.disabled_at IS NULL
    ORDER BY m.created_at, m.user_id LIMIT 1) owner ON true`;

const activeAudits = `
  SELECT a.id, a.org_id, a.priority, a.slot_since, a.stopping_since, a.charged_at, a.idle_since, a.idle_until,
    a.resume_at, o.plan, coalesce(owner.user_id, a.org_id) AS owner_id, owner.created_at AS owner_since,
    s.seconds AS used_seconds, s.used_at
  FROM website_audits a JOIN organisations o ON o.id = a.org_id ${ownerOfOrganisation("a")}
  LEFT JOIN slot_uses s ON s.owner_id = coalesce(owner.user_id, a.org_id)
  WHERE a.status = 'in_progress'`;

/** Returns every running or waiting audit. */
export const readQueue = (db: Db): Promise<QueuedAudit[]> => db.$queryRawUnsafe<QueuedAudit[]>(activeAudits);

/** Returns one running or waiting audit. */
export const readQueuedAudit = async (db: Db, id: string): Promise<QueuedAudit | undefined> =>
  (await db.$queryRawUnsafe<QueuedAudit[]>(`${activeAudits} AND a.id = $1::uuid`, id))[0];

/**
 * Like `readQueue`, but for callers that poll every few seconds: bypasses Prisma, which takes longer than the query
 * itself.
 */
export const pollQueue = async (): Promise<QueuedAudit[]> => {
  const { sql } = await getDatabase();
  return sql.query<QueuedAudit>(activeAudits);
};

export const slotSettings = (): SlotSettings => ({
  slots: env.SCANNER_CONCURRENCY,
  perOrganisation: env.AUDITS_PER_ORGANISATION,
  sliceMs: env.AUDIT_SLICE_SECONDS * 1_000,
  plansCount: env.STRIPE_SECRET_KEY !== undefined,
});
