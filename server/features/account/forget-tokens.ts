import { getDatabase } from "@/server/adapters/database";

const batchSize = 500;
/** For so long somebody who opens an old link is told that it has expired, and not that it never was. */
const days = 30;

/** Removes a batch of links that expired long ago. Answers whether there may be more. */
export const forgetTokens = async (): Promise<boolean> => {
  const { prisma } = await getDatabase();
  const count = await prisma.$executeRaw`
    DELETE FROM account_tokens WHERE id IN (
      SELECT id FROM account_tokens WHERE expires_at < now() - make_interval(days => ${days}::int)
      ORDER BY expires_at LIMIT ${batchSize}::int)`;
  return count === batchSize;
};
