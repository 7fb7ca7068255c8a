import { Middleware } from "inngest";
import { inLanguage } from "@/messages/runtime/in-language";
import { sourceLanguage } from "@/messages/runtime/language";
import { env } from "@/server/core/env";
import { log } from "@/server/core/log";
import { recordEngineCall } from "@/server/endpoint/job-registration";
import {
  claimJob,
  endJob,
  failJob,
  patienceMs,
  readSentId,
  recordProgress,
  releaseJob,
  type Work,
} from "@/server/endpoint/pending-jobs";
import { type Answer, readAnswer } from "./embedded/read-answer";
import { backoffLimitMs, dueAt } from "./embedded/time";
import type { Op } from "./embedded/wire";

const failureEvent = "inngest/function.failed";

interface TrackedWork extends Work {
  attempt: number;
  maxAttempts: number;
  /** Whether this run handles the failure of another run. */
  isFailure: boolean;
  /** Whether another run handles the failure of this run. */
  hasFailureHandler: boolean;
}

interface TrackedEvent {
  id?: unknown;
  name: string;
  data?: { event?: { id?: unknown } };
}

const findEvent = (event: TrackedEvent): { event_id: string | null; isFailure: boolean } => {
  const isFailure = event.name === failureEvent;
  return { event_id: readSentId(isFailure ? event.data?.event?.id : event.id), isFailure };
};

/** Returns how long a planned step waits, in milliseconds. */
const waitOf = ({ op, name, opts }: Op): number => {
  const until = op === "Sleep" ? name : op === "WaitForEvent" ? opts?.["timeout"] : null;
  return typeof until === "string" && until !== "" ? Math.max(0, dueAt(until).getTime() - Date.now()) : 0;
};

const messageOf = (error: unknown): string => {
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === "string" ? message : JSON.stringify(error ?? null);
};

const endFailed = async (work: TrackedWork, error: unknown): Promise<void> => {
  const { job, run_id, attempt } = work;
  // The embedded job engine itself logs permanent failures.
  if (env.INNGEST_EVENT_KEY) log.error({ job, run_id, attempt, reason: messageOf(error) }, "job failed permanently");
  if (work.hasFailureHandler && !work.isFailure) await releaseJob(work);
  else await failJob(work, messageOf(error));
};

const settle = async (work: TrackedWork, answer: Answer): Promise<void> => {
  if (answer.kind === "completed") return endJob(work);
  if (answer.kind === "failed") return endFailed(work, answer.error);
  if (answer.kind === "progress") return recordProgress(work, Math.max(0, ...answer.open.map(waitOf)));
  const isLast = answer.final || work.attempt + 1 >= work.maxAttempts;
  if (!isLast) return recordProgress(work, answer.retryAfterMs ?? backoffLimitMs(work.attempt));
  // A step that has failed permanently doesn't end the job: the function receives the step's error and can continue.
  return answer.step ? recordProgress(work) : endFailed(work, answer.error);
};

/**
 * Tracks the jobs triggered by stored events (server/endpoint/pending-jobs): which run owns each job, its progress and
 * its end. An event can be sent again at any time, because a second run of its job does nothing.
 */
export class TrackJobs extends Middleware.BaseMiddleware {
  readonly id = "track-jobs";
  private work: TrackedWork | null = null;
  private heartbeat: NodeJS.Timeout | undefined;

  // Earlier hooks can't be used, because the caller's signature hasn't been verified when they run.
  override wrapFunctionHandler(args: Middleware.WrapFunctionHandlerArgs): Promise<unknown> {
    recordEngineCall();
    // Otherwise, a job that the embedded job engine starts during a request would run in the language of that request.
    return inLanguage(sourceLanguage, () => this.track(args));
  }

  private async track({ ctx, fn, next }: Middleware.WrapFunctionHandlerArgs): Promise<unknown> {
    const { event_id, isFailure } = findEvent(ctx.event as TrackedEvent);
    if (!event_id) return next();
    const work = {
      event_id,
      isFailure,
      job: fn.id(),
      run_id: ctx.runId,
      attempt: ctx.attempt,
      maxAttempts: ctx.maxAttempts ?? Number.POSITIVE_INFINITY,
      hasFailureHandler: fn.opts.onFailure !== undefined,
    };
    if (!(await claimJob(work, { force: isFailure }))) {
      log.debug(
        { job: work.job, run_id: work.run_id, event_id },
        "skipped a job that is done or that another run is handling",
      );
      return null;
    }
    this.work = work;
    this.heartbeat = setInterval(() => this.beat(work), patienceMs() / 3).unref();
    return next();
  }

  override async wrapRequest({ next }: Middleware.WrapRequestArgs): Promise<Middleware.Response> {
    try {
      const response = await next();
      clearInterval(this.heartbeat);
      const { status, headers, body } = response;
      if (this.work) await settle(this.work, readAnswer({ status, headers: new Headers(headers), text: body }));
      return response;
    } finally {
      clearInterval(this.heartbeat);
    }
  }

  private beat(work: Work): void {
    recordProgress(work).catch((error: unknown) =>
      log.warn({ err: error, job: work.job }, "failed to record the progress of a job"),
    );
  }
}
