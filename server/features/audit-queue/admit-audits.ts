import { auditStarted } from "@/inngest/events";
import type { Db } from "@/server/core/context";
import { env } from "@/server/core/env";
import { inTransaction } from "@/server/core/transaction";
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

/**
 * Lets waiting audits start for as long as the scanner and their organisation have a free place; answers which.
 * Any number of processes may call this at the same moment, any number of times.
 */
export const admitAudits = (): Promise<string[]> =>
  inTransaction(async ({ db, emit }) => {
    await takeTurn(db);
    const free = Math.max(0, env.SCANNER_CONCURRENCY - (await countRunning(db)));
    const queue = free === 0 ? [] : await orderQueue(db);
    const next = queue.filter(({ turn }) => turn <= env.AUDITS_PER_ORGANISATION).slice(0, free);
    const started = await start(
      db,
      next.map(({ id }) => id),
    );
    for (const audit_id of started) emit(auditStarted.create({ audit_id }));
    return started;
  });
