import { Inngest, type InngestFunction, type Logger } from "inngest";
import { type EmbeddedRunner, type EmbeddedRunnerOptions, startEmbeddedRunner } from "@/inngest/embedded";
import { createGateway, embeddedClientOptions, type Gateway } from "@/inngest/embedded/gateway";
import type { Database } from "@/server/adapters/database";

const quiet = (): void => undefined;
const logger: Logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };

export interface Workshop {
  gateway: Gateway;
  client: Inngest.Any;
}

/** Creates a gateway for a job engine, and a client that is connected to it. */
export const createWorkshop = (holdMs?: number): Workshop => {
  const gateway = createGateway(holdMs);
  return {
    gateway,
    client: new Inngest({ id: "test", logger, aiMetadata: false, ...embeddedClientOptions(gateway) }),
  };
};

/** Starts the job engine, with retries after 50 ms. */
export const startRunner = (
  { client, gateway }: Workshop,
  database: Pick<Database, "kind" | "sql">,
  functions: InngestFunction.Any[],
  settings: Partial<EmbeddedRunnerOptions> = {},
): Promise<EmbeddedRunner> =>
  startEmbeddedRunner({ backoffMs: () => 50, ...settings, client, gateway, database, functions });

export interface StoredRun {
  id: string;
  status: string;
  event: { id: string; data: Record<string, unknown> };
  output: unknown;
  error: { name?: string; message?: string } | null;
}

/** Returns the runs of one of the `test` client's functions, oldest first. */
export const readRuns = ({ sql }: Pick<Database, "sql">, functionId: string): Promise<StoredRun[]> =>
  sql.query<StoredRun>("select id, status, event, output, error from runner.run where fn_id = $1 order by created_at", [
    `test-${functionId}`,
  ]);
