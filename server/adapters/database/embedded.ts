import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { PGlite, type PGliteOptions, type Transaction } from "@electric-sql/pglite";
import { claimFolder } from "./claim-folder";
import { PrismaClient } from "./generated/client";
import { applyMigrations, readMigrations } from "./migrate";
import { migrationsFolder } from "./migrations-folder";
import { prismaPglite } from "./pglite-adapter";
import type { Database, Sql, SqlDatabase } from "./port";
import { runTransaction } from "./run-transaction";
import { SingleSession } from "./single-session";
import { vacuumDueTables } from "./vacuum";
import { parsers, toParameter } from "./values";

/** A queue of writers waits its turn on the one session. */
const patience = { maxWait: 30_000, timeout: 30_000 };

const querySql = (client: Pick<PGlite, "query"> | Transaction): Sql => ({
  query: async <Row>(text: string, params: readonly unknown[] = []) =>
    (await client.query<Row>(text, params.map(toParameter))).rows,
});

const sqlDatabase = (pglite: PGlite, session: SingleSession): SqlDatabase => {
  const outer = querySql(pglite);
  return {
    query: async (text, params) => {
      session.assertOutside();
      return outer.query(text, params);
    },
    exec: async (text) => {
      session.assertOutside();
      await pglite.exec(text);
    },
    transaction: async (work) => {
      session.assertOutside();
      return pglite.transaction((transaction) =>
        session.inside(() => runTransaction(querySql(transaction), work)),
      ) as ReturnType<typeof work>;
    },
    close: () => pglite.close(),
  };
};

type AnyTransaction = (work: unknown, options?: unknown) => Promise<unknown>;

/** A Prisma client whose plain queries throw inside of its own `$transaction` instead of waiting for themselves. */
const prismaClient = (pglite: PGlite, session: SingleSession): PrismaClient => {
  const prisma = new PrismaClient({ adapter: prismaPglite(pglite, session), transactionOptions: patience });
  const plain = prisma.$transaction.bind(prisma) as AnyTransaction;
  const guarded: AnyTransaction = (work, options) =>
    plain(
      typeof work === "function" ? (transaction: unknown) => session.inside(async () => work(transaction)) : work,
      options,
    );
  prisma.$transaction = guarded as PrismaClient["$transaction"];
  return prisma;
};

const migrate = async (pglite: PGlite): Promise<void> => {
  const session = { ...querySql(pglite), exec: async (text: string) => void (await pglite.exec(text)) };
  await applyMigrations(session, readMigrations(migrationsFolder()));
};

const openPglite = async (options: PGliteOptions, location: string, release: () => void): Promise<Database> => {
  const pglite = await PGlite.create({ ...options, parsers });
  await migrate(pglite);
  const session = new SingleSession();
  const prisma = prismaClient(pglite, session);
  const sql = sqlDatabase(pglite, session);
  let closing: Promise<void> | undefined;
  const close = async () => {
    await prisma.$disconnect();
    await pglite.close();
    release();
  };
  return {
    kind: "pglite",
    prisma,
    sql,
    location,
    vacuum: () => vacuumDueTables(sql),
    close: () => (closing ??= close()),
  };
};

/**
 * Opens the database in `<dataDir>/db` (mode 0700), made on first use, and brings it up to date. This process then
 * owns it: a second one would silently lose rows, so it gets FolderInUseError. A killed process loses nothing that
 * was acknowledged; a power failure may, because PGlite never calls fsync. Use PostgreSQL where that matters.
 */
export const openEmbedded = async (dataDir: string): Promise<Database> => {
  const release = await claimFolder(dataDir, "db");
  try {
    const folder = join(dataDir, "db");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    return await openPglite({ dataDir: folder }, folder, release);
  } catch (error) {
    release();
    throw error;
  }
};

/** A database that lives in memory; `image` is one that `dumpMemory` gave. */
export const openMemory = (image?: Blob): Promise<Database> =>
  openPglite(image ? { loadDataDir: image } : {}, "memory", () => undefined);

/** The files of a fresh, migrated database as an uncompressed tar archive. */
export const dumpMemory = async (): Promise<Blob> => {
  const pglite = await PGlite.create({ parsers });
  try {
    await migrate(pglite);
    return await pglite.dumpDataDir("none");
  } finally {
    await pglite.close();
  }
};
