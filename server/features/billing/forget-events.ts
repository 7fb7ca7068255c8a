import { getDatabase } from "@/server/adapters/database";

const batchSize = 500;
/** Far longer than Stripe repeats an event, or keeps it to be sent again by hand. */
const keptDays = 90;

/** Removes a batch of the names of old events. Answers whether there may be more. */
export const forgetBillingEvents = async (): Promise<boolean> => {
  const { prisma } = await getDatabase();
  const removed = await prisma.$executeRaw`
    DELETE FROM billing_events WHERE id IN (
      SELECT id FROM billing_events WHERE created_at < now() - make_interval(days => ${keptDays}::int)
      ORDER BY created_at LIMIT ${batchSize}::int)`;
  return removed === batchSize;
};
