import { getDatabase } from "@/server/adapters/database";
import type { Db } from "@/server/core/context";
import { env } from "@/server/core/env";
import { oncePerProcess } from "@/server/core/process-wide";
import { jobsOf } from "./job-registration";

/** A job started by an event, and the engine's run that executes it. */
export interface Work {
  event_id: string;
  job: string;
  run_id: string;
}

export interface PendingJob {
  event_id: string;
  job: string;
  event_name: string;
  data: Record<string, unknown>;
  round: number;
  run_id: string | null;
}

interface StoredEvent {
  id: string;
  jobs_recorded: boolean;
}

/** The latest event for which this process has started a job, and when it did so. */
interface Begun {
  event_id: string;
  at: number;
}

const begun = oncePerProcess("begun-jobs", () => new Map<string, Begun>());

export const patienceMs = (): number => env.JOB_PATIENCE_SECONDS * 1_000;

/**
 * Returns the id to use when sending an event to the engine. It differs in each round, because the engine drops events
 * whose id it has already received.
 */
export const sentIdOf = (eventId: string, round: number): string => `${eventId}.${round}`;

/**
 * Returns the id of the stored event from an id that the engine reports; null for events not sent from the event
 * outbox.
 */
export const readSentId = (id: unknown): string | null =>
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.\d+$/.exec(typeof id === "string" ? id : "")?.[1] ?? null;

const inSeconds = (ms: number): number => ms / 1_000;

/** Records the jobs triggered by stored events, once per event, before the engine can start them. */
export const recordJobs = async (db: Db, events: readonly StoredEvent[]): Promise<void> => {
  const ids = events.filter(({ jobs_recorded }) => !jobs_recorded).map(({ id }) => id);
  if (ids.length === 0) return;
  // If another process has handled some of these events, their jobs may already have ended. Only the jobs of events
  // that this process marks are therefore recorded.
  const fresh = await db.outboxEvent.updateManyAndReturn({
    where: { id: { in: ids }, jobs_recorded: false },
    data: { jobs_recorded: true },
  });
  const due_at = new Date(Date.now() + patienceMs());
  await db.pendingJob.createMany({
    data: fresh.flatMap(({ id, name, data }) =>
      jobsOf(name).map((job) => ({ event_id: id, job, event_name: name, data: data as object, due_at })),
    ),
  });
};

/** Starts waiting for progress on the jobs of events that the engine has just accepted. */
export const recordHandover = async (db: Db, eventIds: string[]): Promise<void> => {
  const due_at = new Date(Date.now() + patienceMs());
  await db.pendingJob.updateMany({ where: { event_id: { in: eventIds }, run_id: null }, data: { due_at } });
};

const noteBegun = ({ job, event_id }: Work): void => {
  const latest = begun.get(job)?.event_id ?? "";
  begun.set(job, { event_id: latest > event_id ? latest : event_id, at: Date.now() });
};

/**
 * Claims a job for a run. Returns false when the job has ended, or when another run is executing it and isn't overdue.
 * With `force`, the run that handles a failure takes over from any other run.
 */
export const claimJob = async (work: Work, { force = false } = {}): Promise<boolean> => {
  const { sql } = await getDatabase();
  const rows = await sql.query(
    `UPDATE pending_jobs SET run_id = $3, due_at = now() + make_interval(secs => $4)
     WHERE event_id = $1::uuid AND job = $2 AND failed_at IS NULL
       AND ($5 OR run_id IS NULL OR run_id = $3 OR due_at <= now()) RETURNING 1`,
    [work.event_id, work.job, work.run_id, inSeconds(patienceMs()), force],
  );
  if (rows.length > 0) noteBegun(work);
  return rows.length > 0;
};

/** Records that a run has made progress, or that it continues in `waitMs` milliseconds. */
export const recordProgress = async ({ event_id, job, run_id }: Work, waitMs = 0): Promise<void> => {
  const { sql } = await getDatabase();
  await sql.query(
    `UPDATE pending_jobs SET due_at = now() + make_interval(secs => $4)
     WHERE event_id = $1::uuid AND job = $2 AND run_id = $3`,
    [event_id, job, run_id, inSeconds(patienceMs() + waitMs)],
  );
};

/** Releases a job so that the run that handles its failure can claim it. */
export const releaseJob = async ({ event_id, job, run_id }: Work): Promise<void> => {
  const { sql } = await getDatabase();
  await sql.query(
    `UPDATE pending_jobs SET run_id = NULL, due_at = now() + make_interval(secs => $4)
     WHERE event_id = $1::uuid AND job = $2 AND run_id = $3`,
    [event_id, job, run_id, inSeconds(patienceMs())],
  );
};

export const endJob = async ({ event_id, job }: Pick<Work, "event_id" | "job">): Promise<void> => {
  const { sql } = await getDatabase();
  await sql.query("DELETE FROM pending_jobs WHERE event_id = $1::uuid AND job = $2", [event_id, job]);
};

/** Marks a job as permanently failed. Used for jobs whose failure isn't recorded elsewhere. */
export const failJob = async ({ event_id, job }: Pick<Work, "event_id" | "job">, error: string): Promise<void> => {
  const { sql } = await getDatabase();
  await sql.query("UPDATE pending_jobs SET failed_at = now(), error = $3 WHERE event_id = $1::uuid AND job = $2", [
    event_id,
    job,
    error.slice(0, 1_000),
  ]);
};

const batchSize = 100;

/** Returns jobs that are overdue: the engine accepted their event, but they have made no progress for too long. */
export const listOverdueJobs = async (): Promise<PendingJob[]> => {
  const { sql } = await getDatabase();
  return sql.query<PendingJob>(
    `SELECT event_id, job, event_name, data, run_id,
       (SELECT max(round) FROM pending_jobs AS other WHERE other.event_id = pending.event_id)::int AS round
     FROM pending_jobs AS pending
     WHERE due_at <= now() AND failed_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM outbox_events WHERE outbox_events.id = event_id)
     ORDER BY due_at LIMIT ${batchSize}`,
  );
};

/** Moves a job to its next round. Returns false if another process has already done so or the job has made progress. */
export const startRound = async ({ event_id, job }: PendingJob, round: number): Promise<boolean> => {
  const { sql } = await getDatabase();
  const rows = await sql.query(
    `UPDATE pending_jobs SET round = $3, run_id = NULL, due_at = now() + make_interval(secs => $4)
     WHERE event_id = $1::uuid AND job = $2 AND round < $3 AND due_at <= now() RETURNING 1`,
    [event_id, job, round, inSeconds(patienceMs() * 2 ** round)],
  );
  return rows.length > 0;
};

/** Undoes a round whose event couldn't be sent. */
export const cancelRound = async ({ event_id, job }: PendingJob, round: number): Promise<void> => {
  const { sql } = await getDatabase();
  await sql.query(
    `UPDATE pending_jobs SET round = $3 - 1, due_at = now() + make_interval(secs => $4)
     WHERE event_id = $1::uuid AND job = $2 AND round = $3`,
    [event_id, job, round, inSeconds(patienceMs())],
  );
};

/** Extends the deadline of a job that is only waiting, not lost. */
export const waitForJob = async ({ event_id, job }: PendingJob): Promise<void> => {
  const { sql } = await getDatabase();
  await sql.query(
    `UPDATE pending_jobs SET due_at = now() + make_interval(secs => $3)
     WHERE event_id = $1::uuid AND job = $2 AND due_at <= now()`,
    [event_id, job, inSeconds(patienceMs())],
  );
};

/** Reports whether the job is still waiting behind jobs of older events. Event ids sort by time. */
export const isInQueue = ({ event_id, job, run_id, round }: PendingJob): boolean => {
  const latest = begun.get(job);
  if (!latest || run_id !== null || round > 0) return false;
  return latest.event_id < event_id && Date.now() - latest.at < patienceMs();
};
