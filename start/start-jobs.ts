import { functions } from "@/inngest";
import { inngest } from "@/inngest/client";
import { startEmbeddedRunner } from "@/inngest/embedded";
import type { Database } from "@/server/adapters/database";
import { env } from "@/server/core/env";
import { reportJobsHealth } from "@/server/core/jobs-health";

export interface Jobs {
  stop(graceMs: number): Promise<unknown>;
}

/** Runs the jobs in this process, unless an Inngest is configured, which calls them at /api/inngest. */
export const startJobs = async (database: Database): Promise<Jobs> => {
  if (env.INNGEST_EVENT_KEY) {
    reportJobsHealth(() => ({ kind: "inngest", ok: true }));
    return { stop: async () => undefined };
  }
  const runner = await startEmbeddedRunner({ database, client: inngest, functions });
  reportJobsHealth(() => ({ kind: "embedded", ok: runner.health().ok }));
  return runner;
};
