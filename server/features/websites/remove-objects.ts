import { getDatabase } from "@/server/adapters/database";
import type { PrismaClient } from "@/server/adapters/database/generated/client";
import { getStore } from "@/server/adapters/store";

const batchSize = 200;

/**
 * Doomed objects that nothing can save any more. Page results of an audit that is there may be on their way into its
 * rows, for minutes at most; so may a logo be.
 */
const findLost = (prisma: PrismaClient): Promise<{ key: string }[]> => prisma.$queryRaw`
  SELECT key FROM doomed_objects
  WHERE created_at < now() - interval '1 hour' OR key NOT LIKE 'brands/%' AND NOT EXISTS (
    SELECT 1 FROM website_audits WHERE id = substring(key from '^audits/([0-9a-f-]{36})/pages/')::uuid)
  ORDER BY key LIMIT ${batchSize}`;

/** Removes a batch of objects whose website is gone, or whose rows were never written. Answers whether there may be more. */
export const removeDoomedObjects = async (): Promise<boolean> => {
  const { prisma } = await getDatabase();
  const rows = await findLost(prisma);
  for (const { key } of rows) await getStore().remove(key);
  await prisma.doomedObject.deleteMany({ where: { key: { in: rows.map((row) => row.key) } } });
  return rows.length === batchSize;
};
