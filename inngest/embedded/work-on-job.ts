import { log } from "@/server/core/log";
import { type Applied, applyAnswer } from "./apply-answer";
import { callFunction } from "./call-function";
import type { Change } from "./change";
import { type Engine, insistOn } from "./engine";
import { type Job, removeJob } from "./queue";
import { type Answer, readAnswer } from "./read-answer";
import { finishRun } from "./runs";
import { lockRun, resolveStep } from "./steps";
import type { JobEvent, WireError } from "./wire";

/**
 * Maximum number of processes that can die while running a job, without any progress in between, before the job fails.
 */
const maxLosses = 50;

const messageOf = (error: unknown): unknown => (error as { message?: unknown } | null)?.message;

const endTimer = async (change: Change, { run_id, step_id, id }: Job): Promise<void> => {
  const run = await lockRun(change.sql, run_id);
  await removeJob(change.sql, id);
  if (!run) return;
  const [step] = await change.sql.query<{ op: string }>("select op from runner.step where run_id = $1 and id = $2", [
    run_id,
    step_id,
  ]);
  const late = { name: "InvokeTimeoutError", message: "The invoked function didn't finish in time." };
  await resolveStep(change, run_id, step_id, step?.op === "InvokeFunction" ? { error: late } : { data: null });
};

const failRun = (engine: Engine, runId: string, error: WireError): Promise<void> =>
  insistOn(engine, async (change) => {
    const run = await lockRun(change.sql, runId);
    if (run) await finishRun(change, run, "failed", { error });
  });

const report = (job: Job, functionId: string, answer: Answer, applied: Applied): void => {
  if (applied.kind !== "ignored" && answer.kind === "completed")
    log.debug({ function_id: functionId, run_id: job.run_id }, "job finished");
  if (applied.kind === "ignored" || (answer.kind !== "error" && answer.kind !== "failed")) return;
  const about = { function_id: functionId, run_id: job.run_id, attempt: job.attempt, reason: messageOf(answer.error) };
  if (applied.kind === "retry") log.warn({ ...about, retry_in_ms: applied.inMs }, "job failed; will retry");
  else log.error(about, "job failed permanently");
};

const callAndApply = async (engine: Engine, job: Job, fnId: string, event: JobEvent): Promise<void> => {
  const config = engine.registry.functions.get(fnId);
  if (!config)
    return failRun(engine, job.run_id, { name: "FunctionNotFound", message: `The function ${fnId} no longer exists.` });
  const answer = readAnswer(await callFunction(engine, job, config, event));
  const applied = await insistOn(engine, (change) => applyAnswer(change, job, answer, engine.settings.backoffMs));
  report(job, fnId, answer, applied);
};

const readRun = async ({ database }: Engine, runId: string): Promise<Job["begins"]> => {
  const [run] = await database.query<{ fn_id: string; event: JobEvent }>(
    "select fn_id, event from runner.run where id = $1 and ended_at is null",
    [runId],
  );
  return run;
};

/** Runs one claimed job and stores its result. Rejects only if the database stays unavailable. */
export const workOnJob = async (engine: Engine, job: Job): Promise<void> => {
  if (job.kind === "timer") return insistOn(engine, (change) => endTimer(change, job));
  if (job.losses > maxLosses)
    return failRun(engine, job.run_id, {
      name: "ProcessLost",
      message: `The process stopped unexpectedly ${job.losses} times while running this job.`,
    });
  const run = job.begins ?? (await readRun(engine, job.run_id));
  if (run) return callAndApply(engine, job, run.fn_id, run.event);
  await removeJob(engine.database, job.id);
};
