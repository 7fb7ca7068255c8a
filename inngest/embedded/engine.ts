import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import type { Sql, SqlDatabase } from "@/server/adapters/database/port";
import { log } from "@/server/core/log";
import type { Change } from "./change";
import type { Registry } from "./registry";
import { routeEvents } from "./route-events";

export interface Settings {
  /** Maximum number of jobs run at the same time. */
  slots: number;
  /** Milliseconds without a heartbeat after which another process takes over a job. */
  leaseMs: number;
  /** Returns the milliseconds to wait after attempt number `attempt` (from 0) fails. */
  backoffMs: (attempt: number) => number;
  /** Milliseconds for which ended runs and received events are kept. */
  keepMs: number;
}

export interface Engine {
  database: SqlDatabase;
  registry: Registry;
  settings: Settings;
  /** Identifies this process in leases. */
  worker: string;
  signingKey: string;
  /** The SDK's own HTTP handler, called in-process. */
  handler: (request: Request) => Promise<Response>;
  /** True after `stop` has been called: running steps finish, but no new steps start. */
  draining: boolean;
  /** True once `stop` has finished. The database can be closed from then on. */
  stopped: boolean;
  wake: () => void;
  /**
   * Resolves in a separate turn of the event loop, one caller per turn. Otherwise, a burst of jobs would block the
   * whole process, because PGlite resolves queries without leaving the microtask queue.
   */
  takeTurn: () => Promise<void>;
}

/** Creates a `takeTurn` function for all callers to share. */
export const createTurns = (): (() => Promise<void>) => {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(() => nextTurn());
    return last;
  };
};

const retryDelaysMs = [20, 100, 500, 2000, ...Array<number>(24).fill(5000)];

/** Runs a transaction that changes runs, and routes the events that it emits. */
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
 * Runs a transition that must not be lost, because its step has already run and would otherwise run again. Retries
 * after any error, such as a deadlock or an unavailable database, for about two minutes or until the engine stops, then
 * rejects with the last error.
 */
export const insistOn = async <T>(engine: Engine, work: (change: Change) => Promise<T>): Promise<T> => {
  for (const waitMs of retryDelaysMs) {
    try {
      return await transition(engine, work);
    } catch (error) {
      if (engine.stopped) throw error;
      log.warn({ err: error }, "failed to store a job result; will retry");
      await delay(waitMs);
    }
  }
  return transition(engine, work);
};
