import { fork } from "node:child_process";
import { join } from "node:path";
import { log } from "@/server/core/log";
import type { BrowserPool } from "../browser/browser-pool";
import { userAgentOf } from "../browser/browser-session";
import { type AcquirePermit, Semaphore } from "../browser/semaphore";
import { Lighthouse } from "../lighthouse-result";
import type { Device } from "../page-result";
import { environmentForBrowser } from "../process-environment";
import type { WorkerReply, WorkerRequest } from "./lighthouse-worker";
import { endBrowser, LISTENING, takeBrowser } from "./own-browser";

export interface LighthouseTask {
  url: string;
  device: Device;
  signal: AbortSignal;
}

/** Runs Lighthouse on one page. Returns errors in the result; throws only the signal's reason. */
export type RunLighthouse = (task: LighthouseTask) => Promise<Lighthouse>;

const TIMEOUT_MS = 90_000;

class LighthouseError extends Error {
  override readonly name = "LighthouseError";

  constructor(
    readonly code: "timeout" | "crashed" | "lighthouse_failed",
    message: string,
  ) {
    super(message);
  }
}

const orAbort = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  work.catch(() => undefined);
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
};

/**
 * Runs the worker from source, not from a bundle. The worker doesn't get the scanner's secrets, because the page is
 * untrusted.
 */
const startWorker = () =>
  fork(join(process.cwd(), "server/scanner/lighthouse/lighthouse-worker.ts"), {
    execArgv: ["--import", "tsx", "--max-old-space-size=1024"],
    env: { ...environmentForBrowser(), NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });

/**
 * Runs Lighthouse in a separate process, because it blocks for seconds, uses hundreds of megabytes and can't be
 * stopped. The scanner then stays responsive, and killing the process loses only Lighthouse's result.
 */
const runInWorker = async (request: WorkerRequest, signal: AbortSignal): Promise<Lighthouse> => {
  const worker = startWorker();
  const reply = new Promise<WorkerReply>((resolve, reject) => {
    worker.once("message", (message) => resolve(message as WorkerReply));
    worker.once("error", reject);
    worker.once("exit", (code, killedBy) =>
      reject(new LighthouseError("crashed", `Lighthouse stopped before it finished (${killedBy ?? code}).`)),
    );
    worker.send(request, (error) => error && reject(error));
  });
  try {
    const answer = await orAbort(reply, signal);
    if ("thrown" in answer) throw new LighthouseError("lighthouse_failed", answer.thrown);
    return Lighthouse.parse(answer.lighthouse);
  } finally {
    worker.kill("SIGKILL");
  }
};

const measure = async (browsers: BrowserPool, { url, device }: LighthouseTask, signal: AbortSignal) => {
  const starting = browsers.launchApart(LISTENING).then(takeBrowser);
  try {
    const { browser, port } = await orAbort(starting, signal);
    return await runInWorker({ url, device, port, userAgent: userAgentOf(browser, device) }, signal);
  } finally {
    await endBrowser(starting);
  }
};

const explain = (error: unknown): { code: string; message: string } => {
  const code = error instanceof LighthouseError ? error.code : "lighthouse_failed";
  const message = error instanceof Error ? error.message : String(error);
  return { code, message: (message.split("\n")[0] ?? "").slice(0, 500) };
};

const oneAtATime = (): AcquirePermit => {
  const semaphore = new Semaphore(1);
  return (signal) => semaphore.enter(signal);
};

/**
 * Returns a function that runs Lighthouse in a separate browser and process. `enter` limits concurrent runs; by
 * default, this process measures one page at a time.
 */
export const createLighthouse = (
  browsers: BrowserPool,
  timeoutMs = TIMEOUT_MS,
  enter: AcquirePermit = oneAtATime(),
): RunLighthouse => {
  return async (task) => {
    const { url, signal } = task;
    const leave = await enter(signal);
    const limit = AbortSignal.timeout(timeoutMs);
    try {
      return await measure(browsers, task, AbortSignal.any([signal, limit]));
    } catch (error) {
      signal.throwIfAborted();
      const late = new LighthouseError("timeout", `Lighthouse took longer than ${timeoutMs / 1_000} seconds.`);
      const reason = explain(limit.aborted ? late : error);
      log.warn({ url, ...reason }, "failed to measure a page with Lighthouse");
      return { url, error: reason };
    } finally {
      leave();
    }
  };
};
