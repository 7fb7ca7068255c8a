import { functions } from "@/inngest";
import { log } from "@/server/core/log";
import { sendEvent } from "@/server/endpoint/event-outbox";
import { missingJobs } from "@/server/endpoint/job-registration";
import {
  cancelRound,
  endJob,
  failJob,
  isInQueue,
  listOverdueJobs,
  type PendingJob,
  sentIdOf,
  startRound,
  waitForJob,
} from "@/server/endpoint/pending-jobs";

/**
 * Returns the ids in `sentIds` whose events the engine is still processing. Returns an empty set if the engine doesn't
 * provide this information.
 */
export type FindKnownEvents = (sentIds: string[]) => Promise<ReadonlySet<string>>;

/**
 * By default, seven rounds take most of a day: the first wait is five minutes, and each later wait is twice as long as
 * the previous one.
 */
const mostRounds = 7;

interface FailureContext {
  event: { data: { event: { name: string; data: unknown } } };
  error: Error;
  step: { run(id: string, work: () => Promise<unknown>): Promise<unknown> };
}

/** Returns the job's failure handler, which can run here without the engine. */
const failureHandlerOf = (job: string): ((context: FailureContext) => Promise<unknown>) | undefined => {
  const handler = functions.find((each) => each.id() === job)?.opts.onFailure;
  return handler as ((context: FailureContext) => Promise<unknown>) | undefined;
};

const giveUp = async (pending: PendingJob): Promise<void> => {
  const { event_id, job, event_name, data, round } = pending;
  const error = new Error("The job engine lost this job repeatedly.");
  log.error({ job, event: event_name, event_id, rounds: round }, "abandoned a job that made no progress");
  const handler = failureHandlerOf(job);
  if (!handler) return failJob(pending, error.message);
  try {
    await handler({
      event: { data: { event: { name: event_name, data } } },
      error,
      step: { run: (_, work) => work() },
    });
  } catch (cause) {
    // The handler may fail because the records that the job was for no longer exist.
    log.warn({ job, event_id, err: cause }, "failed to run the failure handler of an abandoned job");
    return failJob(pending, error.message);
  }
  await endJob(pending);
};

const sendAgain = async (event: PendingJob, jobs: readonly PendingJob[]): Promise<void> => {
  const round = event.round + 1;
  const begun: PendingJob[] = [];
  for (const pending of jobs) if (await startRound(pending, round)) begun.push(pending);
  if (begun.length === 0) return;
  try {
    await sendEvent({ id: sentIdOf(event.event_id, round), name: event.event_name, data: event.data });
  } catch (error) {
    for (const pending of begun) await cancelRound(pending, round);
    throw error;
  }
  const about = { event: event.event_name, event_id: event.event_id, jobs: begun.map(({ job }) => job), round };
  log.info(about, "resent the event for a job that made no progress");
};

const resend = async (jobs: readonly PendingJob[]): Promise<void> => {
  const [event] = jobs;
  if (!event) return;
  if (event.round < mostRounds) return sendAgain(event, jobs);
  for (const pending of jobs) await giveUp(pending);
};

/** Resends an event. Logs an error instead of throwing it, so that other events are still sent. */
const resendSafely = async (jobs: readonly PendingJob[]): Promise<void> => {
  try {
    await resend(jobs);
  } catch (error) {
    log.warn({ event_id: jobs[0]?.event_id, err: error }, "failed to resend the event for an overdue job");
  }
};

const byEvent = (jobs: readonly PendingJob[]): PendingJob[][] => {
  const groups = new Map<string, PendingJob[]>();
  for (const pending of jobs) groups.set(pending.event_id, [...(groups.get(pending.event_id) ?? []), pending]);
  return [...groups.values()];
};

/** Returns the lost jobs, and extends the deadline of jobs that are only waiting. */
const findLost = async (overdue: readonly PendingJob[], findKnown: FindKnownEvents): Promise<PendingJob[]> => {
  const missing = new Set(missingJobs());
  const known = await findKnown(overdue.map(({ event_id, round }) => sentIdOf(event_id, round)));
  const lost: PendingJob[] = [];
  for (const pending of overdue) {
    const { event_id, job, round } = pending;
    if (missing.has(job) || known.has(sentIdOf(event_id, round)) || isInQueue(pending)) await waitForJob(pending);
    else lost.push(pending);
  }
  return lost;
};

/**
 * Resends the events of all jobs that haven't made progress in time, under new ids. Gives up on a job after several
 * rounds, each twice as long as the previous round. Runs in the app, not as a job, because the engine may have lost its
 * jobs. Any number of processes can call it. Never rejects: if an event can't be resent, the next call tries again.
 */
export const resendEvents = async (findKnown: FindKnownEvents): Promise<void> => {
  try {
    const lost = await findLost(await listOverdueJobs(), findKnown);
    for (const jobs of byEvent(lost)) await resendSafely(jobs);
  } catch (error) {
    log.warn({ err: error }, "failed to find overdue jobs");
  }
};
