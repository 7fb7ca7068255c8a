import type { PGlite, Transaction } from "@electric-sql/pglite";
import type { SqlDriverAdapter, SqlDriverAdapterFactory } from "@prisma/driver-adapter-utils";
import { PrismaPGlite } from "pglite-prisma-adapter";
import type { PreparedQueries } from "./prepared-queries";

type Work<T> = (transaction: Transaction) => Promise<T>;

/**
 * Returns Prisma's driver for PGlite. On its own, pglite-prisma-adapter reports a transaction as committed even if
 * COMMIT fails (deferred constraint, full disk); this driver waits for COMMIT to succeed. Isolation levels are ignored,
 * because they have no meaning with a single session.
 */
export const prismaPglite = (pglite: PGlite, queries: PreparedQueries): SqlDriverAdapterFactory => {
  const connectWith = (transaction: <T>(work: Work<T>) => Promise<T>): Promise<SqlDriverAdapter> => {
    const client = {
      query: (...call: Parameters<PreparedQueries["query"]>) => queries.query(...call),
      exec: (...call: Parameters<PGlite["exec"]>) => pglite.exec(...call),
      transaction,
    };
    return new PrismaPGlite(client as unknown as PGlite).connect();
  };

  const startTransaction: SqlDriverAdapter["startTransaction"] = async () => {
    let outcome: Promise<unknown> = Promise.resolve();
    const adapter = await connectWith((work) => {
      const done = queries.transaction(work);
      outcome = done;
      return done;
    });
    const transaction = await adapter.startTransaction();
    const commit = transaction.commit.bind(transaction);
    transaction.commit = async () => {
      await commit();
      await outcome;
    };
    return transaction;
  };

  return {
    provider: "postgres",
    adapterName: "curbcut-pglite",
    connect: async () => {
      const adapter = await connectWith((work) => queries.transaction(work));
      adapter.startTransaction = startTransaction;
      return adapter;
    },
  };
};
