import { getDatabase } from "@/server/adapters/database";
import type { Db, OutgoingEvent, SystemCtx } from "@/server/core/context";
import { newId } from "@/server/core/ids";
import { drainOutbox } from "./event-outbox";

/** Long enough for a queue of writers on the embedded database, which has a single session. */
const patience = { maxWait: 30_000, timeout: 30_000 };

/**
 * Runs `work` in one transaction. The events it emits are stored with its rows and sent to the job runner right after
 * the commit, so acknowledged work is never left half done.
 */
export const inTransaction = async <T>(work: (ctx: SystemCtx) => Promise<T>): Promise<T> => {
  const { prisma } = await getDatabase();
  let emitted = 0;
  const result = await prisma.$transaction(async (db: Db) => {
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
