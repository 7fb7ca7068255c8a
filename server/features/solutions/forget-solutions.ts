import { getDatabase } from "@/server/adapters/database";
import { getStore } from "@/server/adapters/store";

const batchSize = 100;

/**
 * Removes a batch of fixes whose time is over, files first, so that a removal cut off is made up for. One that was made
 * anew meanwhile keeps its row; its file is then made once more with the next question. Answers whether there may be more.
 */
export const forgetSolutions = async (now = new Date()): Promise<boolean> => {
  const { prisma } = await getDatabase();
  const old = { expires_at: { lt: now } };
  const rows = await prisma.solution.findMany({
    where: old,
    take: batchSize,
    select: { hash: true, object_key: true },
  });
  for (const { object_key } of rows) await getStore().remove(object_key);
  await prisma.solution.deleteMany({ where: { hash: { in: rows.map(({ hash }) => hash) }, ...old } });
  return rows.length === batchSize;
};
