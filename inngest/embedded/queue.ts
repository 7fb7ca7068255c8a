import type { Sql } from "@/server/adapters/database/port";
import type { JobEvent } from "./wire";

/** Advisory lock that is held while jobs are claimed. */
export const claimLock = 0x1e6e_5702;

/** The step id used when calling a function to discover its next steps. */
export const discovery = "step";

export interface Job {
  id: number;
  run_id: string;
  step_id: string;
  /** `call` calls the function; `timer` ends a sleep or a wait. */
  kind: "call" | "timer";
  /** Number of failed attempts at the current step so far. */
  attempt: number;
  gen: number;
  /** Number of times that a process has died while holding this job. */
  losses: number;
  /** The run, if this is its first job. The run then has no steps yet. */
  begins?: { fn_id: string; event: JobEvent };
}

interface Due {
  id: number;
  run_id: string;
  limit_keys: string[];
  limit_maxes: number[];
}

export interface NewJob {
  step: string;
  kind?: Job["kind"];
  at?: Date;
}

/** Queues a job for a run. If the job is in progress, it runs again afterwards. */
export const enqueue = async (sql: Sql, runId: string, { step, kind = "call", at }: NewJob): Promise<void> => {
  await sql.query(
    `insert into runner.job as job (run_id, step_id, kind, run_at, priority, limit_keys, limit_maxes)
     select id, $2, $3, coalesce($4::timestamptz, now()), priority,
       case $3 when 'call' then limit_keys else '{}' end, case $3 when 'call' then limit_maxes else '{}' end
     from runner.run where id = $1
     on conflict (run_id, step_id) do update
     set again = job.locked_by is not null, run_at = least(job.run_at, excluded.run_at)`,
    [runId, step, kind, at ?? null],
  );
};

const usedLimits = async (sql: Sql): Promise<Map<string, { used: number; max: number }>> => {
  const rows = await sql.query<{ key: string; max: number; used: number }>(
    `select key, min(max) as max, count(*)::int as used
     from runner.job, unnest(limit_keys, limit_maxes) as held(key, max) where locked_until > now() group by key`,
  );
  return new Map(rows.map(({ key, max, used }) => [key, { used, max }]));
};

/** Selects at most `count` due jobs, in order. Skips a job if any of its keys has reached its limit. */
export const pickWithinLimits = <T extends Pick<Due, "limit_keys" | "limit_maxes">>(
  due: readonly T[],
  used: Map<string, number>,
  count: number,
): T[] => {
  const picked: T[] = [];
  for (const job of due) {
    if (picked.length >= count) break;
    if (job.limit_keys.some((key, index) => (used.get(key) ?? 0) >= (job.limit_maxes[index] ?? 0))) continue;
    for (const key of job.limit_keys) used.set(key, (used.get(key) ?? 0) + 1);
    picked.push(job);
  }
  return picked;
};

const dueJobs = (sql: Sql, count: number, mine: readonly number[], full: readonly string[]): Promise<Due[]> =>
  sql.query<Due>(
    `select id, run_id, limit_keys, limit_maxes from runner.job
     where run_at <= now() and (locked_until is null or locked_until <= now())
       and id <> all($2::bigint[]) and not limit_keys && $3::text[]
     order by run_at - make_interval(secs => priority), id limit $1 for update skip locked`,
    [count, mine, full],
  );

export interface Claim {
  worker: string;
  count: number;
  leaseMs: number;
  /** Jobs this process is still running, even if their lease has expired. */
  mine: readonly number[];
  hasLimits: boolean;
}

/** Claims up to `count` due jobs for `worker`, within the concurrency limits. Must be called inside a transaction. */
export const claimJobs = async (sql: Sql, { worker, count, leaseMs, mine, hasLimits }: Claim): Promise<Job[]> => {
  if (hasLimits) await sql.query("select pg_advisory_xact_lock($1)", [claimLock]);
  const limits = hasLimits ? await usedLimits(sql) : new Map<string, { used: number; max: number }>();
  const full = [...limits].filter(([, { used, max }]) => used >= max).map(([key]) => key);
  const due = await dueJobs(sql, hasLimits ? count * 4 : count, mine, full);
  const used = new Map([...limits].map(([key, limit]) => [key, limit.used]));
  const picked = pickWithinLimits(due, used, count);
  if (picked.length === 0) return [];
  const started = await sql.query<{ id: string; fn_id: string; event: JobEvent }>(
    `update runner.run set status = 'running', started_at = now() where id = any($1::text[]) and status = 'queued'
     returning id, fn_id, event`,
    [picked.map((job) => job.run_id)],
  );
  const begins = new Map(started.map((run) => [run.id, run]));
  const jobs = await sql.query<Job>(
    `update runner.job set locked_by = $2, locked_until = now() + make_interval(secs => $3), gen = gen + 1,
       again = false, losses = losses + (locked_by is not null)::int
     where id = any($1::bigint[]) returning id, run_id, step_id, kind, attempt, gen, losses`,
    [picked.map((job) => job.id), worker, leaseMs / 1000],
  );
  const order = new Map(picked.map(({ id }, index) => [id, index]));
  return jobs
    .sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
    .map((job) => {
      const run = begins.get(job.run_id);
      return run ? { ...job, begins: run } : job;
    });
};

/** Releases a job after a failure. The job is due again in `waitMs` milliseconds. */
export const postponeJob = async (sql: Sql, jobId: number, attempt: number, waitMs: number): Promise<void> => {
  await sql.query(
    `update runner.job set attempt = $2, run_at = now() + make_interval(secs => $3), locked_by = null,
       locked_until = null, losses = 0 where id = $1`,
    [jobId, attempt, waitMs / 1000],
  );
};

/** Resets a job's counts of failed attempts and lost processes after one of its steps has ended. */
export const recordProgress = async (sql: Sql, jobId: number): Promise<void> => {
  await sql.query("update runner.job set attempt = 0, losses = 0 where id = $1", [jobId]);
};

/** Releases a job so that another process can continue it. Later results from this process are discarded. */
export const releaseJob = async (sql: Sql, jobId: number): Promise<void> => {
  await sql.query("update runner.job set locked_by = null, locked_until = null, gen = gen + 1 where id = $1", [jobId]);
};

export const removeJob = async (sql: Sql, jobId: number): Promise<void> => {
  await sql.query("delete from runner.job where id = $1", [jobId]);
};

/** Extends the leases of jobs that `worker` is running. */
export const renewLeases = async (sql: Sql, worker: string, jobIds: number[], leaseMs: number): Promise<void> => {
  await sql.query(
    `update runner.job set locked_until = now() + make_interval(secs => $3)
     where id = any($2::bigint[]) and locked_by = $1`,
    [worker, jobIds, leaseMs / 1000],
  );
};

/** Ends leases left behind by dead processes. Safe only if no other process can be running. */
export const endForeignLeases = async (sql: Sql, worker: string): Promise<void> => {
  await sql.query("update runner.job set locked_until = now() where locked_by is not null and locked_by <> $1", [
    worker,
  ]);
};

/** Returns the milliseconds until the next scheduled job is due or a lease expires, or null if there is neither. */
export const msUntilDue = async (sql: Sql): Promise<number | null> => {
  const [row] = await sql.query<{ ms: number | null }>(
    `select ceil(1000 * extract(epoch from least(
       (select min(run_at) from runner.job where run_at > now()),
       (select min(locked_until) from runner.job where locked_until > now())) - now()))::float8 as ms`,
  );
  return row?.ms ?? null;
};

export interface Pending {
  /** Runs that have not ended. */
  runs: number;
  /** Jobs ready to run. */
  due: number;
  /** Jobs claimed by a process. */
  running: number;
  /** Scheduled sleeps, wait timeouts and retries. */
  scheduled: number;
}

export const countPending = async (sql: Sql): Promise<Pending> => {
  const [row] = await sql.query<Pending>(
    `select (select count(*)::int from runner.run where ended_at is null) as runs,
       count(*) filter (where run_at <= now() and (locked_until is null or locked_until <= now()))::int as due,
       count(*) filter (where locked_until > now())::int as running,
       count(*) filter (where run_at > now() and (locked_until is null or locked_until <= now()))::int as scheduled
     from runner.job`,
  );
  return row ?? { runs: 0, due: 0, running: 0, scheduled: 0 };
};
