import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { PGlite, type PGliteOptions, type Transaction } from "@electric-sql/pglite";
import { PrismaClient } from "@/generated/prisma/client";
import { log } from "@/server/core/log";
import { claimFolder } from "./claim-folder";
import { findImageFolder } from "./image-paths";
import { applyMigrations, readMigrations } from "./migrate";
import { migrationsFolder } from "./migrations-folder";
import { prismaPglite } from "./pglite-adapter";
import type { Database, Sql, SqlDatabase } from "./port";
import { PreparedQueries } from "./prepared-queries";
import { runTransaction } from "./run-transaction";
import { SingleSession } from "./single-session";
import { vacuumDueTables } from "./vacuum";
import { parsers, toParameter } from "./values";

// By default, V8 optimises WebAssembly functions so early that most of those it optimises are needed only at startup.
// With this limit, opening the database takes about 1.5 s less CPU time, and queries that are run often are as fast as
// before.
setFlagsFromString("--wasm-tiering-budget=40000000");

/** Prisma's timeouts for a transaction: long, because writers queue for the single session. */
const patience = { maxWait: 30_000, timeout: 30_000 };

const querySql = (client: PGlite | PreparedQueries | Transaction): Sql => ({
  query: async <Row>(text: string, params: readonly unknown[] = []) =>
    (await client.query<Row>(text, params.map(toParameter))).rows,
});

const sqlDatabase = (pglite: PGlite, queries: PreparedQueries, session: SingleSession): SqlDatabase => {
  const outer = querySql(queries);
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
      return queries.transaction((transaction) =>
        session.inside(() => runTransaction(querySql(transaction), work)),
      ) as ReturnType<typeof work>;
    },
    close: () => pglite.close(),
  };
};

type AnyTransaction = (work: unknown, options?: unknown) => Promise<unknown>;

const statements: ReadonlySet<string> = new Set(["$queryRaw", "$queryRawUnsafe", "$executeRaw", "$executeRawUnsafe"]);

/**
 * Makes every call to a client or one of its models throw inside an open transaction. The driver would check too late,
 * because Prisma batches all queries made in the same tick, whichever code made them.
 */
const assertOutsideAtCalls = <Target extends object>(target: Target, session: SingleSession): Target => {
  const models = new Map<PropertyKey, object>();
  return new Proxy(target, {
    get: (object, name) => {
      const value: unknown = Reflect.get(object, name);
      const isOfClient = typeof name === "symbol" || name.startsWith("$") || name.startsWith("_");
      if (typeof value === "function" && (!isOfClient || statements.has(String(name))))
        return (...call: unknown[]) => {
          session.assertOutside();
          return Reflect.apply(value, object, call);
        };
      if (isOfClient || typeof value !== "object" || value === null) return value;
      const known = models.get(name) ?? assertOutsideAtCalls(value, session);
      models.set(name, known);
      return known;
    },
  });
};

/** Returns a Prisma client whose plain queries throw inside its own `$transaction` instead of deadlocking. */
const prismaClient = (pglite: PGlite, queries: PreparedQueries, session: SingleSession): PrismaClient => {
  const prisma = new PrismaClient({ adapter: prismaPglite(pglite, queries), transactionOptions: patience });
  const plain = prisma.$transaction.bind(prisma) as AnyTransaction;
  const guarded: AnyTransaction = async (work, options) => {
    session.assertOutside();
    return plain(
      typeof work === "function" ? (transaction: unknown) => session.inside(async () => work(transaction)) : work,
      options,
    );
  };
  prisma.$transaction = guarded as PrismaClient["$transaction"];
  return assertOutsideAtCalls(prisma, session);
};

const migrate = async (pglite: PGlite): Promise<void> => {
  const session = { ...querySql(pglite), exec: async (text: string) => void (await pglite.exec(text)) };
  await applyMigrations(session, readMigrations(migrationsFolder()));
};

const openPglite = async (options: PGliteOptions, location: string, release: () => void): Promise<Database> => {
  const pglite = await PGlite.create({ ...options, parsers });
  await migrate(pglite);
  const session = new SingleSession();
  const queries = new PreparedQueries(pglite);
  const prisma = prismaClient(pglite, queries, session);
  const sql = sqlDatabase(pglite, queries, session);
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
    // Nothing to do: claimFolder has already made this process the only one that uses the database.
    claimJobs: async () => undefined,
    close: () => (closing ??= close()),
  };
};

/** If the build has prepared a fresh, migrated database, copies it to a folder that doesn't exist or is empty. */
const copyImage = (folder: string): void => {
  if (existsSync(folder) && readdirSync(folder).length > 0) return;
  // Renaming the copy at the end means that an interrupted start doesn't leave half a database.
  const draft = `${folder}.new`;
  try {
    const image = findImageFolder();
    if (!image) return;
    rmSync(draft, { recursive: true, force: true });
    cpSync(image, draft, { recursive: true });
    if (existsSync(folder)) rmdirSync(folder);
    renameSync(draft, folder);
  } catch (error) {
    log.warn({ err: error }, "failed to copy the prepared database; creating one from scratch, which takes longer");
    rmSync(draft, { recursive: true, force: true });
  }
};

/**
 * Opens the database in `<dataDir>/db` (mode 0700), created on first use, and migrates it. Throws FolderInUseError if
 * another process has opened it, because two processes that use it would silently lose rows. Acknowledged data isn't
 * lost if the process is killed, but can be lost in a power failure, because PGlite never calls fsync. Use PostgreSQL
 * where that matters.
 */
export const openEmbedded = async (dataDir: string): Promise<Database> => {
  const release = await claimFolder(dataDir, "db");
  try {
    const folder = join(dataDir, "db");
    copyImage(folder);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    return await openPglite({ dataDir: folder }, folder, release);
  } catch (error) {
    release();
    throw error;
  }
};

/** Opens a database in memory; `image` is a tar archive of a database's files. */
export const openMemory = (image?: Blob): Promise<Database> =>
  openPglite(image ? { loadDataDir: image } : {}, "memory", () => undefined);

/** Creates a fresh, migrated database in this folder, closes it and returns its files as an uncompressed tar file. */
export const createDatabase = async (folder: string): Promise<Blob> => {
  const pglite = await PGlite.create({ dataDir: folder, parsers });
  try {
    await migrate(pglite);
    return await pglite.dumpDataDir("none");
  } finally {
    await pglite.close();
  }
};
