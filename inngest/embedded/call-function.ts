import { newId } from "@/server/core/ids";
import type { Engine } from "./engine";
import type { Job } from "./queue";
import type { RawAnswer } from "./read-answer";
import { maxAttempts } from "./registry";
import { signedRequest } from "./sign-request";
import type { FunctionConfig, JobEvent } from "./wire";

/** Requests to this origin never leave the process. The SDK only needs their path and query. */
export const embeddedOrigin = "http://inngest.embedded";
export const serveUrl = `${embeddedOrigin}/api/inngest`;

interface StoredStep {
  id: string;
  status: "done" | "failed" | "pending";
  data: unknown;
  error: unknown;
}

const readSteps = ({ database }: Engine, runId: string): Promise<StoredStep[]> =>
  database.query<StoredStep>(
    `select id, status, data, error from runner.step
     where run_id = $1 and status in ('done', 'failed', 'pending') order by pos`,
    [runId],
  );

const toState = ({ status, data, error }: StoredStep) =>
  status === "failed" ? { type: "error", error } : { type: "data", data: data ?? null };

const callBody = (job: Job, config: FunctionConfig, event: JobEvent, steps: readonly StoredStep[]) => {
  const known = steps.filter(({ status }) => status !== "pending");
  return {
    version: 2,
    event,
    events: [event],
    steps: Object.fromEntries(known.map((step) => [step.id, toState(step)])),
    defers: {},
    use_api: false,
    ctx: {
      run_id: job.run_id,
      fn_id: config.id,
      qi_id: String(job.id),
      generation_id: job.gen,
      env: "embedded",
      step_id: job.step_id,
      attempt: job.attempt,
      max_attempts: maxAttempts(config),
      // If another call is running the only unfinished step, the SDK would otherwise treat that step as new and run it
      // again.
      disable_immediate_execution: known.length < steps.length,
      use_api: false,
      stack: { stack: known.map(({ id }) => id), current: Math.max(0, known.length - 1) },
    },
  };
};

/**
 * Calls a function, or one of its planned steps, through the SDK's handler (SDK_SPEC.md §4.4). If the handler throws,
 * returns a 500 response instead of rejecting.
 */
export const callFunction = async (
  engine: Engine,
  job: Job,
  config: FunctionConfig,
  event: JobEvent,
): Promise<RawAnswer> => {
  const url = new URL(serveUrl);
  url.searchParams.set("fnId", config.id);
  url.searchParams.set("stepId", job.step_id);
  const body = callBody(job, config, event, job.begins ? [] : await readSteps(engine, job.run_id));
  const request = signedRequest("POST", url, body, engine.signingKey, {
    "x-run-id": job.run_id,
    "x-request-id": newId(),
    "x-inngest-generation-id": String(job.gen),
    "x-inngest-job-id": String(job.id),
    "x-inngest-req-version": "2",
  });
  try {
    const response = await engine.handler(request);
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    const failure = { name: "CallFailed", message: String(error) };
    return { status: 500, headers: new Headers(), text: JSON.stringify(failure) };
  }
};
