import { getUnscopedDb } from "@/server/adapters/database";
import { log } from "@/server/core/log";
import { oncePerProcess } from "@/server/core/process-wide";
import { heldEvents, jobsOf } from "./job-registration";
import { recordHandover, recordJobs, sentIdOf } from "./pending-jobs";

const batchSize = 100;

interface Event {
  id: string;
  name: string;
  data: Record<string, unknown>;
}

interface Drain {
  running: Promise<void> | null;
  again: boolean;
  /** Sends events to the job engine. If null, events stay in the table. */
  send: ((events: Event[]) => Promise<unknown>) | null;
}

const drain = oncePerProcess("event-outbox", (): Drain => ({ running: null, again: false, send: null }));

/**
 * Connects the job engine's client. The client itself calls this function, because this folder must not depend on the
 * jobs.
 */
export const connectEngine = (send: (events: Event[]) => Promise<unknown>): void => {
  drain.send = send;
};

/** Sends an event to the job engine. Rejects if no engine is connected or the engine doesn't accept the event. */
export const sendEvent = async (event: Event): Promise<void> => {
  if (!drain.send) throw new Error("No job engine is connected.");
  await drain.send([event]);
};

const sendBatch = async (): Promise<boolean> => {
  if (!drain.send) return false;
  const db = await getUnscopedDb();
  const rows = await db.outboxEvent.findMany({
    where: { name: { notIn: heldEvents() } },
    orderBy: { id: "asc" },
    take: batchSize,
  });
  if (rows.length === 0) return false;
  await db.$transaction((open) => recordJobs(open, rows));
  // A crash before the events are deleted doesn't start jobs twice, because the engine drops events whose id it has
  // already received.
  await drain.send(
    rows.map(({ id, name, data }) => ({
      id: jobsOf(name).length > 0 ? sentIdOf(id, 0) : id,
      name,
      data: data as Record<string, unknown>,
    })),
  );
  const ids = rows.map(({ id }) => id);
  await db.$transaction(async (open) => {
    await recordHandover(open, ids);
    await open.outboxEvent.deleteMany({ where: { id: { in: ids } } });
  });
  return rows.length === batchSize;
};

/**
 * Sends stored events until none are left. Must clear `running` synchronously after the last check of `again`.
 * Otherwise a call in between wouldn't start a new drain, and its events would wait for the next periodic drain.
 */
const drainAll = async (): Promise<void> => {
  try {
    do {
      drain.again = false;
      while (await sendBatch());
    } while (drain.again);
  } catch (error) {
    log.warn({ err: error }, "failed to send events to the job engine");
  } finally {
    drain.running = null;
  }
};

/**
 * Sends all stored events to the job engine, in order. Skips events that start a job that the engine hasn't registered.
 * A call during a drain joins that drain. Never rejects: unsent events stay stored until the next drain, a few seconds
 * later.
 */
export const drainOutbox = (): Promise<void> => {
  drain.again = true;
  drain.running ??= drainAll();
  return drain.running;
};
