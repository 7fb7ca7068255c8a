import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { log } from "@/server/core/log";

/** Id of the advisory lock: an arbitrary number that no other lock uses. */
const lock = 0x1e6e_5703;
/**
 * Default time to wait for another process to shut down and release its claim. With the keep-alives set in
 * postgresql.ts, it is also long enough for the server to notice that a process has vanished.
 */
const contestMs = 20_000;
const retryMs = 500;

export class JobsInUseError extends Error {
  override readonly name = "JobsInUseError";
}

const inUse = (): JobsInUseError =>
  new JobsInUseError(
    "Another Curbcut process is running the embedded job engine on this database. Stop it first, or set " +
      "INNGEST_EVENT_KEY and INNGEST_SIGNING_KEY in every process, so that Inngest runs the jobs instead.",
  );

const tryLock = async (pool: pg.Pool): Promise<pg.PoolClient | null> => {
  const client = await pool.connect();
  try {
    const { rows } = await client.query("SELECT pg_try_advisory_lock($1) AS taken", [lock]);
    if (rows[0]?.taken === true) return client;
    client.release();
    return null;
  } catch (error) {
    client.release(true);
    throw error;
  }
};

const lockWithin = async (pool: pg.Pool, withinMs: number): Promise<pg.PoolClient> => {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const client = await tryLock(pool);
    if (client) return client;
    if (Date.now() >= deadline) throw inUse();
    await pause(retryMs);
  }
};

/**
 * Makes this process the only one that runs embedded jobs on the database, for as long as its connection lasts. If the
 * connection breaks, the process claims the jobs again; `onLost` is called if another process claimed them first.
 * Throws JobsInUseError if another process still holds the claim after `withinMs` milliseconds. Returns a function that
 * releases the claim.
 */
export const claimJobs = async (
  pool: pg.Pool,
  onLost: (error: Error) => void,
  withinMs = contestMs,
): Promise<() => void> => {
  let held: pg.PoolClient | null = null;
  let done = false;
  const hold = (client: pg.PoolClient): void => {
    held = client;
    client.once("error", () => {
      held = null;
      client.release(true);
      if (!done) void again();
    });
  };
  const again = async (): Promise<void> => {
    let isKnown = false;
    while (!done) {
      try {
        return hold(await lockWithin(pool, withinMs));
      } catch (error) {
        if (error instanceof JobsInUseError) return onLost(error);
        if (!isKnown) log.warn({ err: error }, "failed to reacquire the job lock on this database");
        isKnown = true;
        await pause(retryMs);
      }
    }
  };
  hold(await lockWithin(pool, withinMs));
  return () => {
    done = true;
    held?.release(true);
  };
};
