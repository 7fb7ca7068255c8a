import { log } from "@/server/core/log";
import { Semaphore } from "../browser/semaphore";
import type { PageFixRequest, PageFixResult, PageTrialsRequest, PageTrialsResult } from "../contract";
import type { SharedPermits } from "./shared-permits";
import type { SupervisorMessage, WorkerMessage } from "./worker-messages";
import type { WorkerProcess } from "./worker-process";

export type FixPage = (request: PageFixRequest) => Promise<PageFixResult>;
export type TryOnPages = (request: PageTrialsRequest) => Promise<PageTrialsResult>;

export interface FixDesk {
  fix: FixPage;
  tryOnPages: TryOnPages;
  close(): void;
}

const AT_ONCE = 2;
const FAILED = "The fix couldn't be tried.";

interface DeskParts {
  takeWorker: () => WorkerProcess;
  /** Limits the number of concurrent pages, counted together with those of scans on the same machine. */
  tabs: SharedPermits;
}

type Order = Extract<SupervisorMessage, { type: "fix" | "try_on_pages" }>;
type Answer = Extract<WorkerMessage, { type: "fix_result" | "trials_result" }>;

const runWorker = async (worker: WorkerProcess, tabs: SharedPermits, order: Order): Promise<Answer> => {
  const holder = tabs.open((id) => worker.send({ type: "entered", id }));
  const answered = new Promise<Answer>((resolve) =>
    worker.listen((message) => {
      if (message.type === "enter") holder.request(message.id);
      else if (message.type === "leave") holder.leave(message.id);
      else if (message.type === "fix_result" || message.type === "trials_result") resolve(message);
    }),
  );
  try {
    worker.send(order);
    const ended = worker.ended.then(({ reason }) => {
      if (reason !== "killed") log.error({ reason, rule_id: order.request.rule_id }, "process for trying fixes ended");
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
 * Tries fixes on pages. Like each audit, each request has a separate worker, so that no page can affect those of
 * another website.
 */
export const createFixDesk = ({ takeWorker, tabs }: DeskParts): FixDesk => {
  const stop = new AbortController();
  const semaphore = new Semaphore(AT_ONCE);
  const open = new Set<WorkerProcess>();
  const run = async (order: Order): Promise<Answer> => {
    const leave = await semaphore.enter(stop.signal);
    const worker = takeWorker();
    open.add(worker);
    try {
      return await runWorker(worker, tabs, order);
    } finally {
      open.delete(worker);
      leave();
    }
  };
  return {
    fix: async (request) => {
      const answer = await run({ type: "fix", request });
      if (answer.type === "fix_result" && answer.result) return answer.result;
      throw new Error(FAILED);
    },
    tryOnPages: async (request) => {
      const answer = await run({ type: "try_on_pages", request });
      if (answer.type === "trials_result" && answer.result) return answer.result;
      throw new Error(FAILED);
    },
    close: () => {
      stop.abort(new Error("The scanner is stopping."));
      for (const worker of open) worker.kill();
    },
  };
};
