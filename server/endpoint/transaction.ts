import { getUnscopedDb } from "@/server/adapters/database";
import type { Db, OutgoingEvent, SystemCtx } from "@/server/core/context";
import { newId } from "@/server/core/ids";
import { drainOutbox } from "./event-outbox";

/**
 * Prisma's timeouts for a transaction. They are long, because writes queue for the embedded database's single session.
 */
const patience = { maxWait: 30_000, timeout: 30_000 };

type Work<T> = (ctx: SystemCtx) => Promise<T>;

/**
 * Runs `work` in one transaction, on a handle scoped to the same organisation as `client`. The events that `work` emits
 * are stored in the same transaction and sent to the job engine right after the commit. Acknowledged work is therefore
 * never left half done.
 */
export const inTransaction = async <T>(client: Db, work: Work<T>): Promise<T> => {
  let emitted = 0;
  const result = await client.$transaction(async (db: Db) => {
    const events: OutgoingEvent[] = [];
    const value = await work({ db, emit: (event) => void events.push(event) });
    emitted = events.length;
    if (emitted > 0)
      await db.outboxEvent.createMany({
        data: events.map(({ name, data }: { name: string; data: object }) => ({ id: newId(), name, data })),
      });
    return value;
  }, patience);
  if (emitted > 0) void drainOutbox();
  return result;
};

/** Like `inTransaction`, for work without an organisation, such as a job or a sign-in. */
export const inUnscopedTransaction = async <T>(work: Work<T>): Promise<T> => inTransaction(await getUnscopedDb(), work);
