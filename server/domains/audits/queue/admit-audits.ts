import { getDatabase } from "@/server/adapters/database";
import type { Db, SystemCtx } from "@/server/core/context";
import { auditParked, auditStarted } from "@/server/core/events";
import { log } from "@/server/core/log";
import { queueWebhook } from "@/server/domains/integrations/webhooks";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { chargeSlots } from "./charge-slots";
import { planSlots } from "./plan-slots";
import { readQueue, slotSettings } from "./read-queue";

/** Serialises admissions, so that each one sees which audits the previous one admitted. */
const takeTurn = (db: Db): Promise<number> =>
  db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('audit queue', 0))`;

interface Started {
  id: string;
  slices: number;
}

const start = (db: Db, ids: readonly string[], now: Date): Promise<Started[]> => db.$queryRaw<Started[]>`
  UPDATE website_audits SET started_at = coalesce(started_at, ${now}::timestamptz), slot_since = ${now}::timestamptz,
    charged_at = ${now}::timestamptz, slices = slices + 1, stopping_since = NULL, idle_since = NULL, idle_until = NULL
  WHERE id = ANY(${ids}::uuid[]) AND status = 'in_progress' AND slot_since IS NULL RETURNING id, slices`;

/**
 * Parks audits. A slice that was cut short doesn't count as fruitless, because it may have been too short to scan a
 * page.
 */
const park = (db: Db, ids: readonly string[], sliceMs: number, now: Date): Promise<Started[]> =>
  db.$queryRaw<Started[]>`
  UPDATE website_audits SET phase = 'waiting', slot_since = NULL, stopping_since = ${now}::timestamptz,
    slot_ms = slot_ms + greatest(0, extract(epoch FROM ${now}::timestamptz - slot_since) * 1000)::int,
    resume_at = CASE WHEN idle_until > ${now}::timestamptz THEN idle_until ELSE resume_at END,
    fruitless_requests = CASE WHEN fruitless_requests = 0 OR idle_until > ${now}::timestamptz
      OR ${now}::timestamptz - slot_since >= make_interval(secs => ${sliceMs / 1_000}) THEN fruitless_requests
      ELSE fruitless_requests - 1 END
  WHERE id = ANY(${ids}::uuid[]) AND status = 'in_progress' AND slot_since IS NOT NULL RETURNING id, slices`;

const emitStart = async (ctx: SystemCtx, started: readonly Started[]): Promise<void> => {
  const where = { id: { in: started.map(({ id }) => id) } };
  const audits = await ctx.db.websiteAudit.findMany({ where, include: { website: true } });
  for (const { id, slices, org_id, website_id, website, started_at } of audits) {
    ctx.emit(auditStarted.create({ audit_id: id, slice: slices, slot: `${id}/${slices}` }));
    if (slices > 1) continue;
    const data = { audit_id: id, website_id, website_url: website.url, status: "in_progress", started_at };
    await queueWebhook(ctx, { org_id, type: "scan.started", key: id, data });
  }
};

/**
 * Gives the scanner's slots to the next audits in the queue, parks audits that must make room for them, and returns the
 * ids of the audits that got a slot. Safe to call concurrently and repeatedly.
 */
export const admitAudits = (): Promise<string[]> =>
  inUnscopedTransaction(async (ctx) => {
    const { db } = ctx;
    await takeTurn(db);
    const now = new Date();
    const settings = slotSettings();
    await chargeSlots(db, now);
    const plan = planSlots(await readQueue(db), settings, now);
    if (plan.park.length > 0)
      for (const { id, slices } of await park(db, plan.park, settings.sliceMs, now))
        ctx.emit(auditParked.create({ audit_id: id, slice: slices }));
    if (plan.start.length === 0) return [];
    const started = await start(db, plan.start, now);
    await emitStart(ctx, started);
    return started.map(({ id }) => id);
  });

const isQueueEmpty = async (): Promise<boolean> => {
  const { sql } = await getDatabase();
  const [row] = await sql.query(
    "SELECT 1 FROM website_audits WHERE status = 'in_progress' OR charged_at IS NOT NULL LIMIT 1",
    [],
  );
  return row === undefined;
};

/** Reallocates slots. Must be called periodically, because no event is emitted at the end of a slice. Never throws. */
export const tendSlots = async (): Promise<void> => {
  try {
    if (!(await isQueueEmpty())) await admitAudits();
  } catch (error) {
    log.warn({ err: error }, "failed to allocate the scanner's slots");
  }
};
