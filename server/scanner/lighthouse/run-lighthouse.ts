import { fork } from "node:child_process";
import { join } from "node:path";
import { log } from "@/server/core/log";
import type { BrowserPool } from "../browser/browser-pool";
import { userAgentOf } from "../browser/browser-session";
import { environmentForBrowser } from "../browser/process-environment";
import { Semaphore } from "../browser/semaphore";
import { Lighthouse } from "../lighthouse-result";
import type { Device } from "../page-result";
import type { WorkerReply, WorkerRequest } from "./lighthouse-worker";
import { endBrowser, LISTENING, takeBrowser } from "./own-browser";

export interface LighthouseTask {
  url: string;
  device: Device;
  signal: AbortSignal;
}

/** Lighthouse on one page. A failure of any kind is told in the result; only the signal's reason is thrown. */
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

/** The sources, not a bundle. Without the scanner's secrets: the page that is measured was written by somebody else. */
const startWorker = () =>
  fork(join(process.cwd(), "server/scanner/lighthouse/lighthouse-worker.ts"), {
    execArgv: ["--import", "tsx", "--max-old-space-size=1024"],
    env: { ...environmentForBrowser(), NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });

/**
 * Lighthouse computes for seconds without a pause, grows by hundreds of megabytes and cannot be stopped, so it gets a
 * process of its own: the scanner stays awake, and an end by force costs nothing but this result.
 */
const askWorker = async (request: WorkerRequest, signal: AbortSignal): Promise<Lighthouse> => {
  const worker = startWorker();
  const reply = new Promise<WorkerReply>((resolve, reject) => {
    worker.once("message", (message) => resolve(message as WorkerReply));
    worker.once("error", reject);
    worker.once("exit", (code, killedBy) =>
      reject(new LighthouseError("crashed", `Lighthouse ended before it was done (${killedBy ?? code}).`)),
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
    return await askWorker({ url, device, port, userAgent: userAgentOf(browser, device) }, signal);
  } finally {
    await endBrowser(starting);
  }
};

const explain = (error: unknown): { code: string; message: string } => {
  const code = error instanceof LighthouseError ? error.code : "lighthouse_failed";
  const message = error instanceof Error ? error.message : String(error);
  return { code, message: (message.split("\n")[0] ?? "").slice(0, 500) };
};

/** Runs Lighthouse for all scans of this process, one page at a time, each in a browser and a process of its own. */
export const createLighthouse = (browsers: BrowserPool, timeoutMs = TIMEOUT_MS): RunLighthouse => {
  const place = new Semaphore(1);
  return async (task) => {
    const { url, signal } = task;
    const leave = await place.enter(signal);
    const limit = AbortSignal.timeout(timeoutMs);
    try {
      return await measure(browsers, task, AbortSignal.any([signal, limit]));
    } catch (error) {
      signal.throwIfAborted();
      const late = new LighthouseError("timeout", `Lighthouse took more than ${timeoutMs / 1_000} s.`);
      const reason = explain(limit.aborted ? late : error);
      log.warn({ url, ...reason }, "lighthouse could not measure the page");
      return { url, error: reason };
    } finally {
      leave();
    }
  };
};
