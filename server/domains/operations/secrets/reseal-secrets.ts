import { getUnscopedDb } from "@/server/adapters/database";
import type { Db } from "@/server/core/context";
import { log } from "@/server/core/log";
import { purposes, reseal } from "@/server/core/sealed";

const batchSize = 100;
const beforeAll = "00000000-0000-0000-0000-000000000000";

/** A column of encrypted secrets, and the purpose that each row's secret is encrypted for. */
interface Place {
  table: string;
  key: string;
  column: string;
  purposeOf: (id: string) => string;
}

const places: readonly Place[] = [
  {
    table: "search_perf_integration_settings",
    key: "org_id",
    column: "access_token",
    purposeOf: purposes.googleAccess,
  },
  {
    table: "search_perf_integration_settings",
    key: "org_id",
    column: "refresh_token",
    purposeOf: purposes.googleRefresh,
  },
  { table: "webhook_endpoints", key: "id", column: "secret", purposeOf: purposes.webhookSecret },
  { table: "webhook_endpoints", key: "id", column: "previous_secret", purposeOf: purposes.webhookSecret },
  { table: "website_sign_ins", key: "website_id", column: "secret", purposeOf: purposes.websiteSignIn },
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

/** Replaces a secret, unless it has changed in the meantime. */
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
 * Re-encrypts all secrets in the database with the first key in ENCRYPTION_KEYS, so that the other keys can be removed.
 * Returns how many were re-encrypted, and how many can't be decrypted with any key.
 */
export const resealSecrets = async (): Promise<Outcome> => {
  const db = await getUnscopedDb();
  const outcome: Outcome = { resealed: 0, unreadable: 0 };
  for (const place of places) await resealPlace(db, place, outcome);
  if (outcome.resealed > 0) log.info(outcome, "re-encrypted secrets with the first key in ENCRYPTION_KEYS");
  if (outcome.unreadable > 0) log.warn(outcome, "found secrets that no key in ENCRYPTION_KEYS can decrypt");
  return outcome;
};
