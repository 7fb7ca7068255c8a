import { getDatabase } from "@/server/adapters/database";
import { getStore } from "@/server/adapters/store";

const batchSize = 200;

/** Removes a batch of objects whose website is gone. Answers whether there may be more. */
export const removeDoomedObjects = async (): Promise<boolean> => {
  const { prisma } = await getDatabase();
  const rows = await prisma.doomedObject.findMany({ orderBy: { key: "asc" }, take: batchSize });
  for (const { key } of rows) await getStore().remove(key);
  await prisma.doomedObject.deleteMany({ where: { key: { in: rows.map((row) => row.key) } } });
  return rows.length === batchSize;
};
