import type { Sql } from "@/server/adapters/database/port";
import { newId } from "@/server/core/ids";
import type { Change } from "./change";
import { compileExpression } from "./evaluate";
import { discovery, enqueue, type Job, postponeJob, removeJob } from "./queue";
import type { Answer } from "./read-answer";
import { maxAttempts } from "./registry";
import { createRuns, finishRun } from "./runs";
import { anyInRace, discover, lockRun, type OpenRun, openStep, resolveStep, saveSteps } from "./steps";
import { dueAt } from "./time";
import { type JobEvent, type Op, unsupported, type WireError } from "./wire";

/** A run with the current state of its claimed job, which may have changed since the claim. */
interface ClaimedRun extends OpenRun {
  again: boolean;
  attempt: number;
}

const lockClaimed = async (sql: Sql, { id, gen, run_id }: Job): Promise<ClaimedRun | undefined> => {
  const run = await lockRun(sql, run_id);
  const [job] = await sql.query<Pick<ClaimedRun, "again" | "attempt">>(
    "select again, attempt from runner.job where id = $1 and gen = $2 for update",
    [id, gen],
  );
  return run && job ? { ...run, ...job } : undefined;
};

type Failure = Extract<Answer, { kind: "error" }>;
type Progress = Extract<Answer, { kind: "progress" }>;

const supportedOps = new Set(["StepPlanned", "Sleep", "WaitForEvent", "InvokeFunction"]);

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

interface Plan {
  awaits: string | null;
  expression: string | null;
  /** Time at which the sleep ends or the wait times out. */
  until: Date | null;
}

/** Returns the event and time that a step waits for. Throws if its time or expression is malformed. */
const planStep = ({ op, name, opts }: Op): Plan => {
  const until = op === "Sleep" ? (name ?? "") : text(opts?.["timeout"]);
  const expression = op === "WaitForEvent" ? text(opts?.["if"]) : undefined;
  if (expression) compileExpression(expression);
  return {
    awaits: op === "WaitForEvent" ? (name ?? "") : null,
    expression: expression ?? null,
    until: until === undefined ? null : dueAt(until),
  };
};

const planSafely = (op: Op): { plan: Plan; error: WireError | null } => {
  try {
    return { plan: planStep(op), error: null };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { plan: { awaits: null, expression: null, until: null }, error: { name: "InvalidStep", message } };
  }
};

const invoke = async (change: Change, run: OpenRun, op: Op): Promise<void> => {
  const name = text(op.opts?.["function_id"]) ?? "";
  const config = change.registry.functions.get(name);
  if (!config) {
    const error = { name: "InvokeNotFound", message: `There is no function ${name} to invoke.` };
    return resolveStep(change, run.id, op.id, { error });
  }
  const payload = (op.opts?.["payload"] ?? {}) as Pick<JobEvent, "data">;
  const event = { ...payload, id: newId(), name: "inngest/function.invoked", ts: Date.now(), data: payload.data ?? {} };
  await createRuns(change, [{ config, event, parent: { run_id: run.id, step_id: op.id } }]);
};

/** Starts a step that a function planned, unless it already exists. */
const openOne = async (change: Change, run: OpenRun, op: Op, joined: boolean): Promise<void> => {
  const { plan, error } = planSafely(op);
  if (!(await openStep(change.sql, run.id, op, { ...plan, joined }))) return;
  if (error) return resolveStep(change, run.id, op.id, { error });
  if (op.op === "StepPlanned") return enqueue(change.sql, run.id, { step: op.id });
  if (plan.until) await enqueue(change.sql, run.id, { step: op.id, kind: "timer", at: plan.until });
  if (op.op === "InvokeFunction") await invoke(change, run, op);
};

const endSteps = async (change: Change, run: OpenRun, done: readonly Op[], goOn: boolean): Promise<void> => {
  const race = goOn && (await anyInRace(change.sql, run.id, done));
  await saveSteps(change.sql, run.id, done);
  if (goOn) await discover(change.sql, run.id, race);
};

const advance = async (change: Change, run: ClaimedRun, job: Job, { done, open }: Progress): Promise<void> => {
  await removeJob(change.sql, job.id);
  const foreign = open.find(({ op }) => !supportedOps.has(op));
  if (foreign) return finishRun(change, run, "failed", { error: unsupported(foreign.op) });
  if (done.length > 0) await endSteps(change, run, done, open.length === 0);
  for (const op of open) await openOne(change, run, op, open.length > 1);
  if (run.again || (done.length === 0 && open.length === 0)) await enqueue(change.sql, run.id, { step: discovery });
};

const giveUp = async (change: Change, run: OpenRun, job: Job, { error, step }: Failure): Promise<void> => {
  if (!step) return finishRun(change, run, "failed", { error });
  await removeJob(change.sql, job.id);
  await endSteps(change, run, [{ ...step, op: "StepFailed" }], true);
};

/** `ignored`: the run has already ended, or this claim no longer holds the job. */
export type Applied = { kind: "ignored" | "applied" } | { kind: "retry"; inMs: number };

/** Updates the state of a run with the SDK's response to one call. */
export const applyAnswer = async (
  change: Change,
  job: Job,
  answer: Answer,
  backoffMs: (attempt: number) => number,
): Promise<Applied> => {
  const { sql, registry } = change;
  const run = await lockClaimed(sql, job);
  if (!run) return { kind: "ignored" };
  if (answer.kind === "failed") await finishRun(change, run, "failed", { error: answer.error });
  if (answer.kind === "progress") await advance(change, run, job, answer);
  if (answer.kind === "failed" || answer.kind === "progress") return { kind: "applied" };

  await saveSteps(sql, run.id, answer.done);
  if (answer.kind === "completed") {
    await finishRun(change, run, "completed", { data: answer.output });
    return { kind: "applied" };
  }
  const config = registry.functions.get(run.fn_id);
  if (answer.final || !config || run.attempt + 1 >= maxAttempts(config)) {
    await giveUp(change, run, job, answer);
    return { kind: "applied" };
  }
  const inMs = answer.retryAfterMs ?? backoffMs(run.attempt);
  await postponeJob(sql, job.id, run.attempt + 1, inMs);
  return { kind: "retry", inMs };
};
