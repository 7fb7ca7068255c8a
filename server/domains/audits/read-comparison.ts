import { Prisma } from "@/generated/prisma/client";
import { getUnscopedDb } from "@/server/adapters/database";
import type { Db } from "@/server/core/context";
import { inTransaction } from "@/server/endpoint/transaction";
import { type Changes, type ComparedAudits, compareAudits } from "./compare-audits";
import { ChangeCounts, comparisonsKeptHours } from "./results/contract";

const batchSize = 20;

const expireAfter = (moment: Date): { expires_at: { lt: Date } } => ({ expires_at: { lt: moment } });

/** Creates and stores a comparison that wasn't created when the audit completed. */
const compareNow = (client: Db, compared: ComparedAudits): Promise<Changes> => {
  const { audit_id, base_id } = compared;
  return inTransaction(client, async ({ db }) => {
    await db.auditComparison.deleteMany({ where: { audit_id, base_id, ...expireAfter(new Date()) } });
    return compareAudits(db, compared, new Date(Date.now() + comparisonsKeptHours * 3_600_000));
  });
};

/** Returns the number of elements by kind of change, creating the comparison if it isn't stored. */
export const readComparison = async (db: Db, compared: ComparedAudits): Promise<Changes> => {
  const { audit_id, base_id } = compared;
  const kept = await db.auditComparison.findFirst({
    where: { audit_id, base_id, OR: [{ expires_at: null }, { expires_at: { gt: new Date() } }] },
    select: { counts: true },
  });
  return kept ? ChangeCounts.parse(kept.counts) : compareNow(db, compared);
};

/**
 * Returns SQL for an array of element ids. The array contains the elements with this kind of change, starting after
 * `cursor`. `take` may exceed the length of a list page by at most one.
 */
export const changedNodes = (
  { audit_id, base_id }: ComparedAudits,
  { kind, cursor, take }: { kind: string; cursor: string | undefined; take: number },
): Prisma.Sql => {
  const [from, after] = cursor
    ? [Prisma.sql`AND last_id > ${cursor}::uuid`, Prisma.sql`WHERE node_id > ${cursor}::uuid`]
    : [Prisma.empty, Prisma.empty];
  return Prisma.sql`ARRAY(
    SELECT node_id FROM (
      SELECT node_ids FROM audit_changes
      WHERE audit_id = ${audit_id}::uuid AND base_id = ${base_id}::uuid AND kind = ${kind}::change_kind ${from}
      ORDER BY last_id LIMIT 2) changes, unnest(changes.node_ids) node_id
    ${after} ORDER BY node_id LIMIT ${take}::int)`;
};

/** Purges a batch of expired comparisons. Returns whether there may be more. */
export const purgeComparisons = async (): Promise<boolean> => {
  const db = await getUnscopedDb();
  /** A comparison is kept for a minute after it has expired, because it may still be in use. */
  const minuteAgo = new Date(Date.now() - 60_000);
  const rows = await db.auditComparison.findMany({
    where: expireAfter(minuteAgo),
    take: batchSize,
    select: { audit_id: true, base_id: true },
  });
  if (rows.length > 0) await db.auditComparison.deleteMany({ where: { OR: rows, ...expireAfter(minuteAgo) } });
  return rows.length === batchSize;
};
