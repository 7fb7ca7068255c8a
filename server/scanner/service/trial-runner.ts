import { log } from "@/server/core/log";
import { Semaphore } from "../browser/semaphore";
import type {
  PageFixRequest,
  PageFixResult,
  PageTrialsRequest,
  PageTrialsResult,
  SignInTrialRequest,
  SignInTrialResult,
} from "../contract";
import { JOURNEY_WAIT_SECONDS, type JourneyTrialRequest, type JourneyTrialResult } from "../contract";
import type { SharedPermits } from "./shared-permits";
import type { TrialMessage, WorkerMessage } from "./worker-messages";
import type { WorkerProcess } from "./worker-process";

/** Tries fixes on one page. If the signal is aborted, stops and throws the signal's reason. */
export type FixPage = (request: PageFixRequest, signal: AbortSignal) => Promise<PageFixResult>;
export type TryOnPages = (request: PageTrialsRequest, signal: AbortSignal) => Promise<PageTrialsResult>;
export type TrySignIn = (request: SignInTrialRequest, signal: AbortSignal) => Promise<SignInTrialResult>;
export type TryJourney = (request: JourneyTrialRequest, signal: AbortSignal) => Promise<JourneyTrialResult>;

/** Thrown when work on a request is cut short because the scanner is stopping. */
export class StoppingError extends Error {
  override readonly name = "StoppingError";
}

/** Thrown when too many journeys are already being tried. */
export class BusyError extends Error {
  override readonly name = "BusyError";
}

export interface TrialRunner {
  fix: FixPage;
  tryOnPages: TryOnPages;
  trySignIn: TrySignIn;
  /** Throws BusyError if the trial can't start in time. */
  tryJourney: TryJourney;
  close(): void;
}

const AT_ONCE = 2;
const FAILED = "The fix, sign-in or journey couldn't be tried.";
const BUSY = "The scanner is already trying as many journeys as it can. Try again in a minute.";

interface TrialRunnerParts {
  takeWorker: () => WorkerProcess;
  /** Limits the number of concurrent pages, counted together with those of scans on the same machine. */
  tabs: SharedPermits;
}

type Answer = Extract<WorkerMessage, { type: "fix_result" | "trials_result" | "sign_in_result" | "journey_result" }>;

const answers = ["fix_result", "trials_result", "sign_in_result", "journey_result"];

const isAnswer = (message: WorkerMessage): message is Answer => answers.includes(message.type);

const runWorker = async (worker: WorkerProcess, tabs: SharedPermits, order: TrialMessage): Promise<Answer> => {
  const holder = tabs.open((id) => worker.send({ type: "entered", id }));
  const answered = new Promise<Answer>((resolve) =>
    worker.listen((message) => {
      if (message.type === "enter") holder.request(message.id);
      else if (message.type === "leave") holder.leave(message.id);
      else if (isAnswer(message)) resolve(message);
    }),
  );
  try {
    worker.send(order);
    const ended = worker.ended.then(({ reason }) => {
      if (reason !== "killed")
        log.error({ reason, order: order.type }, "process for trying fixes, sign-ins or journeys exited");
      return null;
    });
    const answer = await Promise.race([answered, ended]);
    if (answer) return answer;
    throw new Error(FAILED);
  } finally {
    holder.close();
    worker.kill();
  }
};

/**
 * Tries fixes, sign-ins and journeys. Like each audit, each request has a separate worker, so that one website's pages
 * can't affect another's.
 */
export const createTrialRunner = ({ takeWorker, tabs }: TrialRunnerParts): TrialRunner => {
  const stop = new AbortController();
  const semaphore = new Semaphore(AT_ONCE);
  const run = async (order: TrialMessage, caller: AbortSignal, wait?: AbortSignal): Promise<Answer> => {
    const signal = AbortSignal.any([stop.signal, caller]);
    const leave = await semaphore.enter(wait ? AbortSignal.any([signal, wait]) : signal);
    const worker = takeWorker();
    const kill = (): void => worker.kill();
    signal.addEventListener("abort", kill, { once: true });
    try {
      return await runWorker(worker, tabs, order);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener("abort", kill);
      leave();
    }
  };
  return {
    fix: async (request, signal) => {
      const answer = await run({ type: "fix", request }, signal);
      if (answer.type === "fix_result" && answer.result) return answer.result;
      throw new Error(FAILED);
    },
    tryOnPages: async (request, signal) => {
      const answer = await run({ type: "try_on_pages", request }, signal);
      if (answer.type === "trials_result" && answer.result) return answer.result;
      throw new Error(FAILED);
    },
    trySignIn: async (request, signal) => {
      const answer = await run({ type: "try_sign_in", request }, signal);
      if (answer.type === "sign_in_result" && answer.result) return answer.result;
      throw new Error(FAILED);
    },
    tryJourney: async (request, signal) => {
      const wait = new AbortController();
      const timer = setTimeout(() => wait.abort(new BusyError(BUSY)), JOURNEY_WAIT_SECONDS * 1_000);
      const order = { type: "try_journey", request } as const;
      const answer = await run(order, signal, wait.signal).finally(() => clearTimeout(timer));
      if (answer.type === "journey_result" && answer.result) return answer.result;
      throw new Error(FAILED);
    },
    close: () => stop.abort(new StoppingError("The scanner is stopping.")),
  };
};
