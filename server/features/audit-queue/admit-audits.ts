import { auditStarted } from "@/inngest/events";
import type { Db, SystemCtx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { inTransaction } from "@/server/core/transaction";
import { queueWebhook } from "@/server/features/webhooks";
import { orderQueue } from "./order-queue";

/** Whoever admits next sees what this transaction has admitted. */
const takeTurn = (db: Db): Promise<number> =>
  db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('audit queue', 0))`;

const countRunning = (db: Db): Promise<number> =>
  db.websiteAudit.count({ where: { status: "in_progress", started_at: { not: null } } });

const start = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  if (ids.length === 0) return [];
  const rows = await db.$queryRaw<{ id: string }[]>`
    UPDATE website_audits SET started_at = clock_timestamp()
    WHERE id = ANY(${ids}::uuid[]) AND status = 'in_progress' AND started_at IS NULL RETURNING id`;
  return rows.map(({ id }) => id);
};

const announce = async (ctx: SystemCtx, ids: readonly string[]): Promise<void> => {
  const audits = await ctx.db.websiteAudit.findMany({ where: { id: { in: [...ids] } }, include: { website: true } });
  for (const { id, org_id, website_id, website, started_at } of audits) {
    ctx.emit(auditStarted.create({ audit_id: id }));
    const data = { audit_id: id, website_id, website_url: website.url, status: "in_progress", started_at };
    await queueWebhook(ctx, { org_id, type: "scan.started", key: id, data });
  }
};

/**
 * Lets waiting audits start for as long as the scanner and their organisation have a free place; answers which.
 * Any number of processes may call this at the same moment, any number of times.
 */
export const admitAudits = (): Promise<string[]> =>
  inTransaction(async (ctx) => {
    const { db } = ctx;
    await takeTurn(db);
    const free = Math.max(0, env.SCANNER_CONCURRENCY - (await countRunning(db)));
    const queue = free === 0 ? [] : await orderQueue(db);
    const next = queue.filter(({ turn }) => turn <= env.AUDITS_PER_ORGANISATION).slice(0, free);
    const started = await start(
      db,
      next.map(({ id }) => id),
    );
    if (started.length > 0) await announce(ctx, started);
    return started;
  });
