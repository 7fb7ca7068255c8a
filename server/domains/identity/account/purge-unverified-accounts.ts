import { getUnscopedDb } from "@/server/adapters/database";
import { env } from "@/server/core/env";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { deleteUnverifiedAccount } from "./delete-account";

const batchSize = 50;

/**
 * Deletes a batch of accounts whose email address wasn't verified within the retention period after the last sign-up.
 * Returns whether there may be more.
 */
export const purgeUnverifiedAccounts = async (): Promise<boolean> => {
  const db = await getUnscopedDb();
  const before = new Date(Date.now() - env.UNVERIFIED_ACCOUNTS_KEPT_DAYS * 24 * 60 * 60 * 1_000);
  const users = await db.user.findMany({
    where: { email_verified_at: null, created_at: { lt: before }, sign_ups: { none: { created_at: { gte: before } } } },
    orderBy: { created_at: "asc" },
    take: batchSize,
    select: { id: true },
  });
  let deleted = 0;
  for (const { id } of users)
    if (await inUnscopedTransaction((system) => deleteUnverifiedAccount(system, id))) deleted += 1;
  return users.length === batchSize && deleted > 0;
};
