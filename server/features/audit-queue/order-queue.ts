import { getDatabase } from "@/server/adapters/database";
import type { Db } from "@/server/core/context";

export interface WaitingAudit {
  id: string;
  /** Audits of its organisation that run or go before it, and itself. */
  turn: number;
}

const inOrder = `
  WITH waiting AS (
    SELECT id, org_id, row_number() OVER (PARTITION BY org_id ORDER BY priority DESC, id) AS place
    FROM website_audits WHERE status = 'in_progress' AND started_at IS NULL
  ), organisation AS (
    SELECT org_id,
      (SELECT count(*) FROM website_audits a
       WHERE a.org_id = w.org_id AND a.status = 'in_progress' AND a.started_at IS NOT NULL) AS running,
      (SELECT max(started_at) FROM website_audits a WHERE a.org_id = w.org_id) AS served_at
    FROM (SELECT DISTINCT org_id FROM waiting) w
  )
  SELECT id, (running + place)::int AS turn FROM waiting JOIN organisation USING (org_id)
  ORDER BY turn, served_at NULLS FIRST, id`;

/**
 * Waiting audits in the order in which they start. Organisations take turns: whoever has fewer audits running goes
 * first, then whoever was served longer ago. Within an organisation the higher priority goes first, then the older.
 */
export const orderQueue = (db: Db): Promise<WaitingAudit[]> => db.$queryRawUnsafe<WaitingAudit[]>(inOrder);

/** Places in the queue by audit, from 1. An audit that runs or has ended has none. */
export const placesInQueue = async (db: Db): Promise<ReadonlyMap<string, number>> =>
  new Map((await orderQueue(db)).map(({ id }, index) => [id, index + 1]));

/** The place of one audit that is polled: without Prisma, which costs more than the query. Null when it does not wait. */
export const placeInQueue = async (id: string): Promise<number | null> => {
  const { sql } = await getDatabase();
  const order = await sql.query<WaitingAudit>(inOrder);
  return order.findIndex((audit) => audit.id === id) + 1 || null;
};

interface Queued {
  id: string;
  status: string;
  started_at: Date | null;
}

export const isWaiting = ({ status, started_at }: Omit<Queued, "id">): boolean =>
  status === "in_progress" && started_at === null;

/** The same audits with their places in the queue; asks the database only when one of them waits. */
export const withPlaces = async <Row extends Queued>(
  db: Db,
  rows: readonly Row[],
): Promise<(Row & { queue_position: number | null })[]> => {
  const places = rows.some(isWaiting) ? await placesInQueue(db) : null;
  return rows.map((row) => ({ ...row, queue_position: places?.get(row.id) ?? null }));
};
