import type { Db } from "@/server/core/context";
import { isNewcomer, orderAudits, type QueuedAudit } from "./plan-slots";
import { pollQueue, readQueue, readQueuedAudit, slotSettings } from "./read-queue";

const placesOf = (audits: readonly QueuedAudit[]): ReadonlyMap<string, number> =>
  new Map(orderAudits(audits, slotSettings(), new Date()).map((id, index) => [id, index + 1]));

/** Returns queue positions by audit id, starting at 1. Running and ended audits have none. */
export const placesInQueue = async (db: Db): Promise<ReadonlyMap<string, number>> => placesOf(await readQueue(db));

/** Returns the queue position of one audit, for polling; null if the audit isn't waiting. */
export const placeInQueue = async (id: string): Promise<number | null> => placesOf(await pollQueue()).get(id) ?? null;

/**
 * Reports whether a running audit should use the processor only when other audits don't need it. This applies to audits
 * of new accounts.
 */
export const yieldsProcessor = async (db: Db, id: string): Promise<boolean> => {
  const audit = await readQueuedAudit(db, id);
  return audit !== undefined && isNewcomer(audit, slotSettings(), new Date());
};

interface Queued {
  id: string;
  status: string;
  slot_since: Date | null;
}

export const isWaiting = ({ status, slot_since }: Omit<Queued, "id">): boolean =>
  status === "in_progress" && slot_since === null;

/** Adds queue positions to audits. Queries the database only if one of the audits is waiting. */
export const withPlaces = async <Row extends Queued>(
  db: Db,
  rows: readonly Row[],
): Promise<(Row & { queue_position: number | null })[]> => {
  const places = rows.some(isWaiting) ? await placesInQueue(db) : null;
  return rows.map((row) => ({ ...row, queue_position: places?.get(row.id) ?? null }));
};
