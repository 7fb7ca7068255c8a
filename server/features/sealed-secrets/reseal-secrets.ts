import { getDatabase } from "@/server/adapters/database";
import type { Db } from "@/server/core/context";
import { log } from "@/server/core/log";
import { reseal } from "@/server/core/sealed";
import { accessPurpose, refreshPurpose } from "@/server/features/search-perf";

const batchSize = 100;
const beforeAll = "00000000-0000-0000-0000-000000000000";

/** A column of sealed secrets, and what the one of a row is sealed for. */
interface Place {
  table: string;
  key: string;
  column: string;
  purposeOf: (id: string) => string;
}

const webhookPurpose = (id: string): string => `webhook/${id}`;

const places: readonly Place[] = [
  { table: "search_perf_integration_settings", key: "org_id", column: "access_token", purposeOf: accessPurpose },
  { table: "search_perf_integration_settings", key: "org_id", column: "refresh_token", purposeOf: refreshPurpose },
  { table: "webhook_endpoints", key: "id", column: "secret", purposeOf: webhookPurpose },
  { table: "webhook_endpoints", key: "id", column: "previous_secret", purposeOf: webhookPurpose },
];

interface Sealed {
  id: string;
  sealed: string;
}

const readBatch = (db: Db, { table, key, column }: Place, after: string): Promise<Sealed[]> =>
  db.$queryRawUnsafe<Sealed[]>(
    `SELECT ${key}::text AS id, ${column} AS sealed FROM ${table}
     WHERE ${key} > $1::uuid AND ${column} IS NOT NULL ORDER BY ${key} LIMIT ${batchSize}`,
    after,
  );

/** A secret that was replaced meanwhile stays as it is. */
const replace = (db: Db, { table, key, column }: Place, { id, sealed }: Sealed, next: string): Promise<number> =>
  db.$executeRawUnsafe(
    `UPDATE ${table} SET ${column} = $1 WHERE ${key} = $2::uuid AND ${column} = $3`,
    next,
    id,
    sealed,
  );

interface Outcome {
  resealed: number;
  unreadable: number;
}

const resealPlace = async (db: Db, place: Place, outcome: Outcome): Promise<void> => {
  let after = beforeAll;
  for (;;) {
    const rows = await readBatch(db, place, after);
    for (const row of rows) {
      const next = await reseal(row.sealed, place.purposeOf(row.id)).catch(() => undefined);
      if (next === undefined) outcome.unreadable += 1;
      else if (next !== null) outcome.resealed += await replace(db, place, row, next);
    }
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = last.id;
  }
};

/**
 * Seals every secret in the database by the first of ENCRYPTION_KEYS, so that the others can be dropped. Answers how many
 * were sealed anew, and how many no key opens.
 */
export const resealSecrets = async (): Promise<Outcome> => {
  const { prisma } = await getDatabase();
  const outcome: Outcome = { resealed: 0, unreadable: 0 };
  for (const place of places) await resealPlace(prisma, place, outcome);
  if (outcome.resealed > 0) log.info(outcome, "secrets were encrypted anew by the first of ENCRYPTION_KEYS");
  if (outcome.unreadable > 0) log.warn(outcome, "secrets that no key in ENCRYPTION_KEYS opens");
  return outcome;
};
