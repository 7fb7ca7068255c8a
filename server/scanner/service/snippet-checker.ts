import { log } from "@/server/core/log";
import type { CheckRequest, SnippetCheckResult } from "../contract";
import type { WorkerMessage } from "./worker-messages";
import type { WorkerProcess } from "./worker-process";

export type CheckSnippet = (request: CheckRequest) => Promise<SnippetCheckResult>;

export interface SnippetChecker {
  check: CheckSnippet;
  close(): void;
}

interface OpenCheck {
  request: CheckRequest;
  attempts: number;
  resolve: (result: SnippetCheckResult) => void;
  reject: (error: Error) => void;
}

const MAX_ATTEMPTS = 2;
const IDLE_AFTER_MS = 5 * 60_000;

/** Checks snippets in a dedicated worker, which exits after being idle for five minutes. */
export const createSnippetChecker = (takeWorker: () => WorkerProcess): SnippetChecker => {
  const open = new Map<number, OpenCheck>();
  let worker: WorkerProcess | null = null;
  let idle: NodeJS.Timeout | null = null;
  let last = 0;

  const settle = (id: number): OpenCheck | undefined => {
    const check = open.get(id);
    open.delete(id);
    if (open.size === 0) idle = setTimeout(() => worker?.kill(), IDLE_AFTER_MS).unref();
    return check;
  };
  const receive = (message: WorkerMessage): void => {
    if (message.type === "enter") worker?.send({ type: "entered", id: message.id });
    if (message.type !== "check_result") return;
    const check = settle(message.id);
    if (message.result) check?.resolve(message.result);
    else check?.reject(new Error("The snippet couldn't be checked."));
  };
  /** Retries the checks that were in progress when a worker exited. Each check is retried only once. */
  const retry = (): void => {
    for (const [id, check] of [...open]) {
      if (check.attempts < MAX_ATTEMPTS) sendCheck(id, check);
      else settle(id)?.reject(new Error("The snippet crashed the process that checked it."));
    }
  };
  const getWorker = (): WorkerProcess => {
    if (worker?.isAlive) return worker;
    const fresh = takeWorker();
    fresh.listen(receive);
    worker = fresh;
    void fresh.ended.then(({ reason }) => {
      if (reason !== "killed") log.error({ reason }, "snippet-checking process exited");
      if (worker === fresh) worker = null;
      retry();
    });
    return fresh;
  };
  const sendCheck = (id: number, check: OpenCheck): void => {
    check.attempts += 1;
    getWorker().send({ type: "check", id, request: check.request });
  };
  return {
    check: (request) =>
      new Promise((resolve, reject) => {
        if (idle) clearTimeout(idle);
        last += 1;
        const check: OpenCheck = { request, attempts: 0, resolve, reject };
        open.set(last, check);
        sendCheck(last, check);
      }),
    close: () => worker?.kill(),
  };
};
