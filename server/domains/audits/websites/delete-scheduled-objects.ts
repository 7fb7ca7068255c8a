import { getUnscopedDb } from "@/server/adapters/database";
import { getStore } from "@/server/adapters/store";
import type { Db } from "@/server/core/context";

const batchSize = 200;

/**
 * Finds objects whose scheduled deletion can no longer be cancelled. The rows for page results, screenshots and logos
 * may be written a few minutes after the objects. Writing a row cancels the deletion of its object. Logos, and the page
 * results and screenshots of an existing audit, are therefore deleted only after an hour.
 */
const findLost = (db: Db): Promise<{ key: string }[]> => db.$queryRaw`
  SELECT key FROM objects_to_delete
  WHERE created_at < now() - interval '1 hour' OR key NOT LIKE 'brands/%' AND NOT EXISTS (
    SELECT 1 FROM website_audits WHERE id = substring(key from '^audits/([0-9a-f-]{36})/pages/')::uuid)
  ORDER BY key LIMIT ${batchSize}`;

/**
 * Deletes a batch of the objects whose scheduled deletion can no longer be cancelled. Returns whether there may be
 * more.
 */
export const deleteScheduledObjects = async (): Promise<boolean> => {
  const db = await getUnscopedDb();
  const rows = await findLost(db);
  for (const { key } of rows) await getStore().remove(key);
  await db.objectToDelete.deleteMany({ where: { key: { in: rows.map((row) => row.key) } } });
  return rows.length === batchSize;
};
