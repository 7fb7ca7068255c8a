import { env } from "@/server/core/env";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";

const batchSize = 500;

/**
 * Deletes a batch of screenshots that no audit has used during the retention period, and schedules their files for
 * deletion. Returns whether there may be more.
 */
export const purgeScreenshots = (): Promise<boolean> =>
  inUnscopedTransaction(async ({ db }) => {
    const end = new Date(Date.now() - env.SCREENSHOTS_KEPT_DAYS * 86_400_000);
    const count = await db.$executeRaw`
      WITH old AS (
        DELETE FROM screenshots WHERE id IN (
          SELECT id FROM screenshots WHERE last_used_at < ${end} ORDER BY last_used_at LIMIT ${batchSize}
          FOR UPDATE SKIP LOCKED)
        RETURNING key)
      INSERT INTO objects_to_delete (key) SELECT key FROM old ON CONFLICT DO NOTHING`;
    return count === batchSize;
  });
