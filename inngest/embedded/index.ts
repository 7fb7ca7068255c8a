import { AsyncResource } from "node:async_hooks";
import { hostname } from "node:os";
import type { Inngest, InngestFunction } from "inngest";
import { serve } from "inngest/edge";
import { z } from "zod";
import type { Database } from "@/server/adapters/database/port";
import { newId } from "@/server/core/ids";
import { log } from "@/server/core/log";
import { serveUrl } from "./call-function";
import { storeCrons } from "./crons";
import { createTurns, type Engine, type Settings } from "./engine";
import { embeddedGateway, type Gateway } from "./gateway";
import { ingestEvents } from "./ingest-events";
import { JobLoop } from "./job-loop";
import { prune, runsKeptDays, vacuum } from "./prune";
import { countPending, endForeignLeases, type Pending } from "./queue";
import { createRegistry, type Registry } from "./registry";
import { findOpenEvents } from "./runs";
import { saveCheckpoint } from "./save-checkpoint";
import { signedRequest } from "./sign-request";
import { createTables } from "./tables";
import { defaultBackoffMs } from "./time";

const dayMs = 86_400_000;
const defaultGraceMs = 8_000;

const defaults: Settings = {
  slots: 16,
  leaseMs: 15_000,
  backoffMs: defaultBackoffMs,
  keepMs: runsKeptDays * dayMs,
};

type Handler = Engine["handler"];

export interface EmbeddedRunnerOptions extends Partial<Settings> {
  database: Pick<Database, "kind" | "sql">;
  /** Created with the gateway's `embeddedClientOptions`. */
  client: Inngest.Any;
  functions: InngestFunction.Any[];
  /** Defaults to the process's gateway. */
  gateway?: Gateway;
  /** Replaces the SDK's handler for `functions`. */
  handler?: Handler;
}

export interface EmbeddedRunner {
  /** Counts the outstanding work. */
  pending(): Promise<Pending>;
  /**
   * For /api/ready. `ok`: the last check for due jobs succeeded and the job engine isn't stopping. `running`: number of
   * jobs in progress in this process.
   */
  health(): { ok: boolean; running: number; error: string | null };
  /** Returns those of the given event ids whose events have an unfinished run. */
  findOpenEvents(ids: string[]): Promise<ReadonlySet<string>>;
  /**
   * Stops starting steps and waits up to `graceMs` milliseconds (default 8,000) for those in progress. Resolves to true
   * if all of them ended; any step that hasn't ended runs again the next time Curbcut starts. Events sent from then on
   * are stored until Curbcut starts again.
   */
  stop(graceMs?: number): Promise<boolean>;
}

/** Gets the functions' configurations from the SDK, as it sends them to Inngest (SDK_SPEC.md §4.3, in-band). */
const register = async (handler: Handler, signingKey: string): Promise<Registry> => {
  const headers = { "x-inngest-sync-kind": "in_band" };
  const url = new URL(serveUrl);
  const response = await handler(signedRequest("PUT", url, { url: url.href }, signingKey, headers));
  const body = z.object({ functions: z.array(z.unknown()) }).safeParse(await response.json());
  if (!body.success) throw new Error(`The job functions couldn't be registered: ${response.status}.`);
  return createRegistry(body.data.functions);
};

const checkParallelism = (functions: readonly InngestFunction.Any[]): void => {
  const unsupported = functions.find(({ opts }) => opts.optimizeParallelism === false);
  if (unsupported)
    throw new Error(
      `The job ${unsupported.id()} sets optimizeParallelism: false; use group.parallel({ mode: "race" }).`,
    );
};

const pruneRuns = async ({ database, settings }: Engine, kind: Database["kind"]): Promise<void> => {
  try {
    const runs = await prune(database, settings.keepMs);
    if (kind === "pglite") await vacuum(database);
    log.debug({ runs }, "deleted old job runs");
  } catch (error) {
    log.warn({ err: error }, "failed to delete old job runs");
  }
};

const createEngine = async (options: EmbeddedRunnerOptions, { signingKey }: Gateway): Promise<Engine> => {
  const { database, client, functions, gateway: _, handler: elsewhere, ...settings } = options;
  checkParallelism(functions);
  const handler = elsewhere ?? serve({ client, functions, enableUnauthedSync: false });
  const registry = await register(handler, signingKey);
  await createTables(database.sql);
  await storeCrons(database.sql, registry);
  return {
    database: database.sql,
    registry,
    settings: { ...defaults, ...settings },
    worker: `${hostname()} ${process.pid} ${newId()}`,
    signingKey,
    handler,
    draining: false,
    stopped: false,
    wake: () => undefined,
    takeTurn: createTurns(),
  };
};

/**
 * Runs Inngest functions in this process. Uses Inngest's protocol with the real SDK and keeps all state in the
 * database's `runner` schema, so that after a crash every run continues from its last finished step. Supports only a
 * single process; for several processes, use Inngest itself. Resolves when functions are registered and events are
 * accepted. Rejects if a function uses an unsupported option.
 */
export const startEmbeddedRunner = async (options: EmbeddedRunnerOptions): Promise<EmbeddedRunner> => {
  const gateway = options.gateway ?? embeddedGateway();
  const engine = await createEngine(options, gateway);
  if (options.database.kind === "pglite") await endForeignLeases(engine.database, engine.worker);
  const loop = new JobLoop(engine);
  // Jobs must not inherit the request or transaction context of the code that sends an event.
  engine.wake = AsyncResource.bind(() => loop.wake());
  loop.start();
  gateway.attach({
    ingest: (events, seed) => ingestEvents(engine, events, seed),
    checkpoint: (runId, checkpoint) => saveCheckpoint(engine, runId, checkpoint),
  });
  await pruneRuns(engine, options.database.kind);
  const pruning = setInterval(() => void pruneRuns(engine, options.database.kind), dayMs).unref();
  return {
    pending: () => countPending(engine.database),
    findOpenEvents: (ids) => findOpenEvents(engine.database, ids),
    health: () => {
      const { running, error } = loop.health();
      return { ok: error === null && !engine.draining, running, error };
    },
    stop: async (graceMs = defaultGraceMs) => {
      engine.draining = true;
      clearInterval(pruning);
      const drained = await loop.stop(graceMs);
      engine.stopped = true;
      return drained;
    },
  };
};
