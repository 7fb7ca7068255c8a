import type { Sql } from "@/server/adapters/database/port";
import { type Change, type Result, toJson } from "./change";
import { discovery, enqueue } from "./queue";
import type { JobEvent, Op } from "./wire";

/** A run that has not ended, locked for the rest of the transaction. */
export interface OpenRun {
  id: string;
  fn_id: string;
  event: JobEvent;
  parent_run: string | null;
  parent_step: string | null;
}

/**
 * Locks a run before any of its steps and jobs, so that all transactions lock in the same order. Returns undefined if
 * the run has ended or doesn't exist.
 */
export const lockRun = async (sql: Sql, runId: string): Promise<OpenRun | undefined> => {
  const [run] = await sql.query<OpenRun>(
    "select id, fn_id, event, parent_run, parent_step from runner.run where id = $1 and ended_at is null for update",
    [runId],
  );
  return run;
};

/** Returns a step's name without U+0000, which PostgreSQL's `text` can't store. */
const nameOf = ({ displayName, name }: Op): string | null => (displayName ?? name)?.replaceAll("\0", "") ?? null;

/** Stores a step that has ended. A step that had already ended is left unchanged. */
const saveStep = async (sql: Sql, runId: string, op: Op): Promise<void> => {
  const failed = op.op === "StepFailed";
  const error = failed ? (op.error ?? op.data ?? { name: "Error", message: "" }) : undefined;
  await sql.query(
    `insert into runner.step as step (run_id, id, op, name, status, data, error, ended_at)
     values ($1, $2, $3, $4, $5, $6::json, $7::json, now())
     on conflict (run_id, id) do update
     set status = excluded.status, data = excluded.data, error = excluded.error, pos = excluded.pos, ended_at = now()
     where step.status = 'pending'`,
    [
      runId,
      op.id,
      op.op,
      nameOf(op),
      failed ? "failed" : "done",
      failed ? null : toJson(op.data ?? null),
      toJson(error),
    ],
  );
};

export const saveSteps = async (sql: Sql, runId: string, ops: readonly Op[]): Promise<void> => {
  for (const op of ops) await saveStep(sql, runId, op);
};

export interface NewStep {
  joined: boolean;
  awaits: string | null;
  expression: string | null;
}

/** Stores a pending step. Returns false if the step already exists. */
export const openStep = async (sql: Sql, runId: string, op: Op, step: NewStep): Promise<boolean> => {
  const rows = await sql.query(
    `insert into runner.step (run_id, id, op, name, status, awaits, expression, joined, race)
     values ($1, $2, $3, $4, 'pending', $5, $6, $7, $8) on conflict do nothing returning id`,
    [runId, op.id, op.op, nameOf(op), step.awaits, step.expression, step.joined, op.opts?.["parallelMode"] === "race"],
  );
  return rows.length > 0;
};

/**
 * Queues the next call of the function. Steps that were planned together are followed by a single call. Except in a
 * race, nothing is queued while any of them is pending.
 */
export const discover = async (sql: Sql, runId: string, race: boolean): Promise<void> => {
  if (!race) {
    const open = await sql.query(
      "select 1 from runner.step where run_id = $1 and status = 'pending' and joined and not race limit 1",
      [runId],
    );
    if (open.length > 0) return;
  }
  await enqueue(sql, runId, { step: discovery });
};

/**
 * Ends a sleep, or a step that waits for an event or an invoked run, and resumes the run that contains the step. That
 * run must be locked.
 */
export const resolveStep = async ({ sql }: Change, runId: string, stepId: string, result: Result): Promise<void> => {
  const failed = "error" in result;
  const [step] = await sql.query<{ race: boolean }>(
    `update runner.step set status = $3, data = $4::json, error = $5::json, ended_at = now(),
       pos = nextval('runner.step_pos_seq')
     where run_id = $1 and id = $2 and status = 'pending' returning race`,
    [
      runId,
      stepId,
      failed ? "failed" : "done",
      failed ? null : toJson(result.data ?? null),
      failed ? toJson(result.error) : null,
    ],
  );
  if (!step) return;
  await sql.query("delete from runner.job where run_id = $1 and step_id = $2", [runId, stepId]);
  await discover(sql, runId, step.race);
};

/** Reports whether any of these steps is part of a race. */
export const anyInRace = async (sql: Sql, runId: string, ops: readonly Op[]): Promise<boolean> => {
  const rows = await sql.query(
    "select 1 from runner.step where run_id = $1 and id = any($2::text[]) and race limit 1",
    [runId, ops.map(({ id }) => id)],
  );
  return rows.length > 0;
};
