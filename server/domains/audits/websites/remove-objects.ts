import type { PrismaClient } from "@/generated/prisma/client";
import { getDatabase } from "@/server/adapters/database";
import { getStore } from "@/server/adapters/store";

const batchSize = 200;

/**
 * Finds objects scheduled for deletion that nothing can retain any more. The rows of page results and logos may be
 * written some minutes after the objects, so those of an existing audit, and logos, are only deleted after an hour.
 */
const findLost = (prisma: PrismaClient): Promise<{ key: string }[]> => prisma.$queryRaw`
  SELECT key FROM doomed_objects
  WHERE created_at < now() - interval '1 hour' OR key NOT LIKE 'brands/%' AND NOT EXISTS (
    SELECT 1 FROM website_audits WHERE id = substring(key from '^audits/([0-9a-f-]{36})/pages/')::uuid)
  ORDER BY key LIMIT ${batchSize}`;

/**
 * Deletes a batch of objects whose website was deleted or whose rows were never written. Returns whether there may be
 * more.
 */
export const removeDoomedObjects = async (): Promise<boolean> => {
  const { prisma } = await getDatabase();
  const rows = await findLost(prisma);
  for (const { key } of rows) await getStore().remove(key);
  await prisma.doomedObject.deleteMany({ where: { key: { in: rows.map((row) => row.key) } } });
  return rows.length === batchSize;
};
