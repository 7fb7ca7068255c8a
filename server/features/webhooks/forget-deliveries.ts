import { getDatabase } from "@/server/adapters/database";

const batchSize = 500;
const keptDays = 30;

/** Removes a batch of deliveries that are older than 30 days. Answers whether there may be more. */
export const forgetDeliveries = async (): Promise<boolean> => {
  const { prisma } = await getDatabase();
  const removed = await prisma.$executeRaw`
    DELETE FROM webhook_deliveries WHERE id IN (
      SELECT id FROM webhook_deliveries WHERE created_at < now() - make_interval(days => ${keptDays}::int)
      ORDER BY created_at LIMIT ${batchSize}::int)`;
  return removed === batchSize;
};
