import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import type { Sql, SqlDatabase } from "@/server/adapters/database/port";
import { log } from "@/server/core/log";
import type { Change } from "./change";
import type { Registry } from "./registry";
import { routeEvents } from "./route-events";

export interface Settings {
  /** How many jobs are worked on at a time. */
  slots: number;
  /** After how many milliseconds without a sign of life another process takes over a job. */
  leaseMs: number;
  /** Milliseconds to wait after `attempt` (from 0) failed. */
  backoffMs: (attempt: number) => number;
  /** How many milliseconds an ended run and a seen event are kept. */
  keepMs: number;
}

export interface Engine {
  database: SqlDatabase;
  registry: Registry;
  settings: Settings;
  /** Names this process in leases. */
  worker: string;
  signingKey: string;
  /** The SDK's own HTTP handler, in process. */
  handler: (request: Request) => Promise<Response>;
  /** True from the call of stop on: running steps end, no further one begins. */
  draining: boolean;
  /** True once the database may be gone. */
  stopped: boolean;
  wake: () => void;
  /**
   * Resolves in a turn of the event loop of its own, one caller a turn. PGlite answers without leaving the microtask
   * queue, so without this a burst of jobs would hold up the whole process.
   */
  takeTurn: () => Promise<void>;
}

/** One `takeTurn` for all callers. */
export const createTurns = (): (() => Promise<void>) => {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(() => nextTurn());
    return last;
  };
};

const retryDelaysMs = [20, 100, 500, 2000, ...Array<number>(24).fill(5000)];

/** One transaction on the runs, with everything that follows from the events it emits. */
export const transition = async <T>(engine: Engine, work: (change: Change) => Promise<T>): Promise<T> => {
  await engine.takeTurn();
  return engine.database.transaction(async (sql: Sql) => {
    const change: Change = { sql, registry: engine.registry, events: [] };
    const result = await work(change);
    await routeEvents(change);
    return result;
  });
};

/**
 * A transition that must not be lost, because a step has run and would run again: tried anew after deadlocks and while
 * the database is away, for some two minutes. Rejects with the last error.
 */
export const insistOn = async <T>(engine: Engine, work: (change: Change) => Promise<T>): Promise<T> => {
  for (const waitMs of retryDelaysMs) {
    try {
      return await transition(engine, work);
    } catch (error) {
      if (engine.stopped) throw error;
      log.warn({ err: error }, "the job runner could not store a result and tries again");
      await delay(waitMs);
    }
  }
  return transition(engine, work);
};
