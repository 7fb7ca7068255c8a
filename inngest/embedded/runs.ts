import type { SqlDatabase } from "@/server/adapters/database/port";
import { newId } from "@/server/core/ids";
import { type Change, type Result, toJson } from "./change";
import { idempotencyKey, limitsOf, priorityOf } from "./registry";
import { lockRun, type OpenRun, resolveStep } from "./steps";
import type { FunctionConfig, JobEvent } from "./wire";

export interface NewRun {
  config: FunctionConfig;
  event: JobEvent;
  /** A second run of the function with the same key within 24 hours is skipped. */
  key?: string;
  /** The step that invoked the run. Invoked runs are never skipped, because the step waits for them. */
  parent?: { run_id: string; step_id: string };
}

const keyOf = ({ config, event, key, parent }: NewRun): string | null =>
  parent ? null : (key ?? idempotencyKey(config, event));

const identify = (config: FunctionConfig, key: string): string => `${config.id} ${key}`;

const leaveOutKnown = async ({ sql }: Change, runs: readonly NewRun[]): Promise<NewRun[]> => {
  const keyed = new Map<string, { run: NewRun; key: string }>();
  for (const run of runs) {
    const key = keyOf(run);
    if (key !== null && !keyed.has(identify(run.config, key))) keyed.set(identify(run.config, key), { run, key });
  }
  if (keyed.size === 0) return [...runs];
  const fresh = await sql.query<{ fn_id: string; key: string }>(
    `insert into runner.dedupe as known (fn_id, key, expires_at)
     select fn_id, key, now() + interval '24 hours' from unnest($1::text[], $2::text[]) as given(fn_id, key)
     on conflict (fn_id, key) do update set expires_at = excluded.expires_at where known.expires_at <= now()
     returning fn_id, key`,
    [[...keyed.values()].map(({ run }) => run.config.id), [...keyed.values()].map(({ key }) => key)],
  );
  const wanted = new Set(fresh.map(({ fn_id, key }) => keyed.get(`${fn_id} ${key}`)?.run));
  return runs.filter((run) => wanted.has(run) || keyOf(run) === null);
};

/** Starts runs, except those skipped because of their idempotency key. */
export const createRuns = async (change: Change, requested: readonly NewRun[]): Promise<void> => {
  const runs = await leaveOutKnown(change, requested);
  if (runs.length === 0) return;
  const ids = runs.map(() => newId());
  const limits = runs.map(({ config, event }) => limitsOf(config, event));
  await change.sql.query(
    `insert into runner.run (id, fn_id, event, priority, limit_keys, limit_maxes, parent_run, parent_step)
     select id, fn_id, event, priority, string_to_array(keys, ' '), string_to_array(maxes, ' ')::int[], parent_run, parent_step
     from unnest($1::text[], $2::text[], $3::text[]::json[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[])
       as given(id, fn_id, event, priority, keys, maxes, parent_run, parent_step)`,
    [
      ids,
      runs.map(({ config }) => config.id),
      runs.map(({ event }) => toJson(event)),
      runs.map(({ config, event }) => priorityOf(config, event)),
      limits.map((list) => list.map(({ key }) => key).join(" ")),
      limits.map((list) => list.map(({ max }) => max).join(" ")),
      runs.map(({ parent }) => parent?.run_id ?? null),
      runs.map(({ parent }) => parent?.step_id ?? null),
    ],
  );
  await change.sql.query(
    `insert into runner.job (run_id, step_id, kind, priority, limit_keys, limit_maxes)
     select run.id, 'step', 'call', priority, limit_keys, limit_maxes
     from unnest($1::text[]) with ordinality as given(id, n) join runner.run on run.id = given.id order by n`,
    [ids],
  );
};

const emitEnd = (change: Change, run: OpenRun, status: string, result: Result): void => {
  const about = { function_id: run.fn_id, run_id: run.id, event: run.event, events: [run.event] };
  const emit = (name: string, outcome: Record<string, unknown>): void => {
    change.events.push({ id: newId(), name, ts: Date.now(), data: { ...about, ...outcome } });
  };
  const outcome = "error" in result ? { error: result.error } : { result: result.data ?? null };
  if (status === "failed") emit("inngest/function.failed", outcome);
  emit(status === "cancelled" ? "inngest/function.cancelled" : "inngest/function.finished", outcome);
};

/**
 * Ends a run: deletes its jobs, cancels its pending steps and resumes the run that invoked it. The run must be locked.
 */
export const finishRun = async (
  change: Change,
  run: OpenRun,
  status: "completed" | "failed" | "cancelled",
  result: Result,
): Promise<void> => {
  const { sql } = change;
  const failed = "error" in result;
  await sql.query(
    "update runner.run set status = $2, output = $3::json, error = $4::json, ended_at = now() where id = $1",
    [run.id, status, failed ? null : toJson(result.data ?? null), failed ? toJson(result.error) : null],
  );
  await sql.query("delete from runner.job where run_id = $1", [run.id]);
  await sql.query("update runner.step set status = 'cancelled' where run_id = $1 and status = 'pending'", [run.id]);
  if (run.parent_run && run.parent_step && (await lockRun(sql, run.parent_run)))
    await resolveStep(change, run.parent_run, run.parent_step, result);
  emitEnd(change, run, status, result);
};

/**
 * Returns those of the given event ids whose events have an unfinished run. A run that handles the failure of an
 * earlier run counts too.
 */
export const findOpenEvents = async (database: SqlDatabase, ids: string[]): Promise<ReadonlySet<string>> => {
  const rows = await database.query<{ id: string }>(
    `select distinct started.id from runner.run,
       lateral (values (event->>'id'), (event->'data'->'event'->>'id')) as started(id)
     where ended_at is null and started.id = any($1::text[])`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
};
