import { functions } from "@/inngest";
import { inngest } from "@/inngest/client";
import { startEmbeddedRunner } from "@/inngest/embedded";
import type { Database } from "@/server/adapters/database";
import { env } from "@/server/core/env";
import { log } from "@/server/core/log";
import { missingJobs } from "@/server/endpoint/job-registration";
import { reportJobsHealth } from "@/server/endpoint/jobs-health";
import { patienceMs } from "@/server/endpoint/pending-jobs";
import { repeatLater, type StopRepeating } from "./repeat";
import { type FindKnownEvents, resendEvents } from "./resend-events";
import { planJobs, watchRegistration } from "./watch-registration";

export interface Jobs {
  stop(graceMs: number): Promise<unknown>;
}

/**
 * Starts resending lost events after a delay, which gives the engine time to reach this process. No job is overdue
 * before then.
 */
const watchProgress = (findKnown: FindKnownEvents): StopRepeating =>
  repeatLater(() => resendEvents(findKnown), Math.min(patienceMs(), 15_000), patienceMs());

const followInngest = (): Jobs => {
  reportJobsHealth(() => ({ kind: "inngest", ok: true, missing: missingJobs() }));
  const stopWatching = watchRegistration();
  const stopResending = watchProgress(async () => new Set());
  return {
    stop: () => Promise.all([stopWatching(), stopResending()]),
  };
};

/**
 * Ends this process, because two embedded job engines on the same database would run each other's jobs without having
 * each other's files.
 */
const endProcess = (error: Error): void => {
  log.fatal(error.message);
  process.exit(1);
};

/** Runs the jobs in this process. If Inngest is configured, it calls the jobs at /api/inngest instead. */
export const startJobs = async (database: Database): Promise<Jobs> => {
  planJobs();
  if (env.INNGEST_EVENT_KEY) return followInngest();
  await database.claimJobs(endProcess);
  const runner = await startEmbeddedRunner({ database, client: inngest, functions });
  reportJobsHealth(() => ({ kind: "embedded", ok: runner.health().ok }));
  const stopResending = watchProgress((ids) => runner.findOpenEvents(ids));
  return {
    stop: (graceMs) => Promise.all([stopResending(), runner.stop(graceMs)]),
  };
};
