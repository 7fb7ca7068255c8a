import { type Engine, transition } from "./engine";
import { recordProgress, releaseJob } from "./queue";
import { finishRun } from "./runs";
import { lockRun, saveSteps } from "./steps";
import { type Checkpoint, type Op, unsupported } from "./wire";

const failUnsupported = (engine: Engine, runId: string, { op }: Op): Promise<void> =>
  transition(engine, async (change) => {
    const run = await lockRun(change.sql, runId);
    if (run) await finishRun(change, run, "failed", { error: unsupported(op) });
  });

/**
 * Stores steps of a function that continues in the same call. Returns false if the SDK must stop the function, for one
 * of three reasons: a step is unsupported, and the run fails; another process owns the job; or this process is
 * stopping, and the job resumes from here the next time Curbcut starts.
 */
export const saveCheckpoint = async (engine: Engine, runId: string, checkpoint: Checkpoint): Promise<boolean> => {
  const foreign = checkpoint.steps.find(({ op }) => op !== "StepRun");
  if (foreign) {
    await failUnsupported(engine, runId, foreign);
    return false;
  }
  await engine.takeTurn();
  const { database, draining } = engine;
  const jobId = Number(checkpoint.qi_id);
  const [job] = await database.query<{ attempt: number; losses: number }>(
    "select attempt, losses from runner.job where id = $1 and gen = $2",
    [jobId, checkpoint.generation_id],
  );
  if (!job) return false;
  await saveSteps(database, runId, checkpoint.steps);
  if (job.attempt > 0 || job.losses > 0) await recordProgress(database, jobId);
  if (draining) await releaseJob(database, jobId);
  return !draining;
};
