import type { PGlite, Transaction } from "@electric-sql/pglite";
import type { SqlDriverAdapter, SqlDriverAdapterFactory } from "@prisma/driver-adapter-utils";
import { PrismaPGlite } from "pglite-prisma-adapter";
import type { SingleSession } from "./single-session";

type Work<T> = (transaction: Transaction) => Promise<T>;

/**
 * Prisma's driver for PGlite. pglite-prisma-adapter alone reports a transaction whose COMMIT fails (a deferred
 * constraint, a full disk) as committed; here its promise decides. Isolation levels mean nothing to a single session
 * and are ignored.
 */
export const prismaPglite = (pglite: PGlite, session: SingleSession): SqlDriverAdapterFactory => {
  const connectWith = (transaction: <T>(work: Work<T>) => Promise<T>): Promise<SqlDriverAdapter> => {
    const client = {
      query: (...call: Parameters<PGlite["query"]>) => {
        session.assertOutside();
        return pglite.query(...call);
      },
      exec: (...call: Parameters<PGlite["exec"]>) => pglite.exec(...call),
      transaction,
    };
    return new PrismaPGlite(client as unknown as PGlite).connect();
  };

  const startTransaction: SqlDriverAdapter["startTransaction"] = async () => {
    session.assertOutside();
    let outcome: Promise<unknown> = Promise.resolve();
    const adapter = await connectWith((work) => {
      const done = pglite.transaction(work);
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
      const adapter = await connectWith((work) => pglite.transaction(work));
      adapter.startTransaction = startTransaction;
      return adapter;
    },
  };
};
