import { inngest } from "@/inngest/client";
import { getDatabase } from "@/server/adapters/database";
import { log } from "./log";

const batchSize = 100;

interface Drain {
  running: Promise<void> | null;
  again: boolean;
}

const globals = globalThis as typeof globalThis & { curbcutDrain?: Drain };
globals.curbcutDrain ??= { running: null, again: false };
const drain = globals.curbcutDrain;

const sendBatch = async (): Promise<boolean> => {
  const { prisma } = await getDatabase();
  const rows = await prisma.outboxEvent.findMany({ orderBy: { id: "asc" }, take: batchSize });
  if (rows.length === 0) return false;
  // The runner drops an event whose id it has seen, so a crash between the two lines sends nothing twice.
  await inngest.send(rows.map((row) => ({ id: row.id, name: row.name, data: row.data as Record<string, unknown> })));
  await prisma.outboxEvent.deleteMany({ where: { id: { in: rows.map((row) => row.id) } } });
  return rows.length === batchSize;
};

/** Who asks after the last look at `again` must find nothing running, or would wait for the next sweep. */
const drainAll = async (): Promise<void> => {
  try {
    do {
      drain.again = false;
      while (await sendBatch());
    } while (drain.again);
  } catch (error) {
    log.warn({ err: error }, "events wait for the job runner");
  } finally {
    drain.running = null;
  }
};

/**
 * Hands every stored event to the job runner, in order. Calls while one is under way join it. Never rejects: what
 * could not be sent stays stored for the next call, of which there is one every few seconds.
 */
export const drainOutbox = (): Promise<void> => {
  drain.again = true;
  drain.running ??= drainAll();
  return drain.running;
};
