import { log } from "@/server/core/log";
import { Semaphore } from "../browser/semaphore";
import type { PageFixRequest, PageFixResult } from "../contract";
import type { SharedPermits } from "./shared-permits";
import type { WorkerProcess } from "./worker-process";

export type FixPage = (request: PageFixRequest) => Promise<PageFixResult>;

export interface FixDesk {
  fix: FixPage;
  close(): void;
}

const AT_ONCE = 2;

interface DeskParts {
  takeWorker: () => WorkerProcess;
  /** Limits the number of concurrent pages, counted together with those of scans on the same machine. */
  tabs: SharedPermits;
}

const runWorker = async (
  worker: WorkerProcess,
  tabs: SharedPermits,
  request: PageFixRequest,
): Promise<PageFixResult> => {
  const holder = tabs.open((id) => worker.send({ type: "entered", id }));
  const answered = new Promise<PageFixResult | null>((resolve) =>
    worker.listen((message) => {
      if (message.type === "enter") holder.ask(message.id);
      else if (message.type === "leave") holder.leave(message.id);
      else if (message.type === "fix_result") resolve(message.result);
    }),
  );
  try {
    worker.send({ type: "fix", request });
    const ended = worker.ended.then(({ reason }) => {
      if (reason !== "killed") log.error({ reason, url: request.page_url }, "process for trying fixes ended");
      return null;
    });
    const result = await Promise.race([answered, ended]);
    if (result) return result;
    throw new Error("The fix couldn't be tried.");
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
  return {
    fix: async (request) => {
      const leave = await semaphore.enter(stop.signal);
      const worker = takeWorker();
      open.add(worker);
      try {
        return await runWorker(worker, tabs, request);
      } finally {
        open.delete(worker);
        leave();
      }
    },
    close: () => {
      stop.abort(new Error("The scanner is stopping."));
      for (const worker of open) worker.kill();
    },
  };
};
