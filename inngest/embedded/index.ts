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
import { prune, vacuum } from "./prune";
import { countPending, endForeignLeases, type Pending } from "./queue";
import { createRegistry, type Registry } from "./registry";
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
  keepMs: 7 * dayMs,
};

export interface EmbeddedRunnerOptions extends Partial<Settings> {
  database: Pick<Database, "kind" | "sql">;
  /** Made with `embeddedClientOptions` of the gateway. */
  client: Inngest.Any;
  functions: InngestFunction.Any[];
  /** The gateway of the process unless given. */
  gateway?: Gateway;
}

export interface EmbeddedRunner {
  /** What is still to be done. */
  pending(): Promise<Pending>;
  /** For /api/ready: `ok` while the last look for work succeeded; `running` counts the jobs under way here. */
  health(): { ok: boolean; running: number; error: string | null };
  /**
   * Begins no further step and waits up to `graceMs` milliseconds (default 8,000) for those under way. Answers whether
   * all ended; what did not is done again at the next start. Events sent afterwards are stored for it.
   */
  stop(graceMs?: number): Promise<boolean>;
}

type Handler = Engine["handler"];

/** Asks the SDK for the functions as it would register them (SDK_SPEC.md §4.3, in-band). */
const register = async (handler: Handler, signingKey: string): Promise<Registry> => {
  const headers = { "x-inngest-sync-kind": "in_band" };
  const url = new URL(serveUrl);
  const response = await handler(signedRequest("PUT", url, { url: url.href }, signingKey, headers));
  const body = z.object({ functions: z.array(z.unknown()) }).safeParse(await response.json());
  if (!body.success) throw new Error(`The job functions could not be registered: ${response.status}.`);
  return createRegistry(body.data.functions);
};

const checkParallelism = (functions: readonly InngestFunction.Any[]): void => {
  const asking = functions.find(({ opts }) => opts.optimizeParallelism === false);
  if (asking)
    throw new Error(`The job ${asking.id()} sets optimizeParallelism: false; use group.parallel({ mode: "race" }).`);
};

const tidy = async ({ database, settings }: Engine, kind: Database["kind"]): Promise<void> => {
  try {
    const runs = await prune(database, settings.keepMs);
    if (kind === "pglite") await vacuum(database);
    log.debug({ runs }, "old job runs deleted");
  } catch (error) {
    log.warn({ err: error }, "old job runs could not be deleted");
  }
};

const createEngine = async (options: EmbeddedRunnerOptions, { signingKey }: Gateway): Promise<Engine> => {
  const { database, client, functions, gateway: _, ...settings } = options;
  checkParallelism(functions);
  const handler = serve({ client, functions, enableUnauthedSync: false });
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
 * Runs Inngest functions in this process: speaks Inngest's protocol to the real SDK and keeps all state in the
 * `runner` schema of the database, so that after a crash every run goes on behind its last finished step. For a single
 * process; beyond that use Inngest itself. Resolves when functions are registered and events are taken; rejects for an
 * option that the runner cannot honour.
 */
export const startEmbeddedRunner = async (options: EmbeddedRunnerOptions): Promise<EmbeddedRunner> => {
  const gateway = options.gateway ?? embeddedGateway();
  const engine = await createEngine(options, gateway);
  if (options.database.kind === "pglite") await endForeignLeases(engine.database, engine.worker);
  const loop = new JobLoop(engine);
  // Whoever sends an event must not lend the jobs his request's or transaction's context.
  engine.wake = AsyncResource.bind(() => loop.wake());
  loop.start();
  gateway.attach({
    ingest: (events, seed) => ingestEvents(engine, events, seed),
    checkpoint: (runId, checkpoint) => saveCheckpoint(engine, runId, checkpoint),
  });
  await tidy(engine, options.database.kind);
  const tidying = setInterval(() => void tidy(engine, options.database.kind), dayMs).unref();
  return {
    pending: () => countPending(engine.database),
    health: () => {
      const { running, trouble } = loop.health();
      return { ok: trouble === null && !engine.draining, running, error: trouble };
    },
    stop: async (graceMs = defaultGraceMs) => {
      engine.draining = true;
      clearInterval(tidying);
      const drained = await loop.stop(graceMs);
      engine.stopped = true;
      return drained;
    },
  };
};
