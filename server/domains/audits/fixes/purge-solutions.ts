import { getUnscopedDb } from "@/server/adapters/database";
import { getStore } from "@/server/adapters/store";

const batchSize = 100;

/**
 * Purges a batch of expired fixes. Deletes the files before the rows, so that the next run can finish a purge that was
 * interrupted. A fix that is recreated in the meantime keeps its row; its file is recreated on the next request.
 * Returns whether there may be more.
 */
export const purgeSolutions = async (now = new Date()): Promise<boolean> => {
  const db = await getUnscopedDb();
  const old = { expires_at: { lt: now } };
  const rows = await db.solution.findMany({
    where: old,
    take: batchSize,
    select: { hash: true, object_key: true },
  });
  for (const { object_key } of rows) await getStore().remove(object_key);
  await db.solution.deleteMany({ where: { hash: { in: rows.map(({ hash }) => hash) }, ...old } });
  return rows.length === batchSize;
};
