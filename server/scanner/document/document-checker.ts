import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { log } from "@/server/core/log";
import type { AcquirePermit } from "../browser/semaphore";
import { DocumentCheck } from "../document-report";
import { environmentForBrowser } from "../process-environment";

export interface DocumentChecker {
  /** Checks a PDF. Returns null if the check crashed or took too long. Throws only the signal's reason. */
  check(bytes: Buffer, signal: AbortSignal): Promise<DocumentCheck | null>;
  close(): void;
}

/**
 * Time limit for a check. The check itself ends after ten seconds, but starting the process takes a while on a busy
 * machine.
 */
const TIMEOUT_MS = 60_000;

const startWorker = (): ChildProcess => {
  const worker = fork(join(process.cwd(), "server/scanner/document/document-worker.ts"), {
    execArgv: ["--import", "tsx", "--max-old-space-size=1024"],
    env: { ...environmentForBrowser(), NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
  });
  return worker.on("error", () => undefined);
};

const requestCheck = (worker: ChildProcess, bytes: Buffer, signal: AbortSignal): Promise<unknown> => {
  const done = new AbortController();
  const reply = new Promise((resolve, reject) => {
    const exited = () => reject(new Error("The process exited."));
    const abort = () => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true, signal: done.signal });
    worker.once("message", resolve).once("exit", exited);
    done.signal.addEventListener("abort", () => worker.off("message", resolve).off("exit", exited));
    worker.send(bytes, (error) => error && reject(error));
  });
  return reply.finally(() => done.abort());
};

/**
 * Checks documents in a separate process, because documents are untrusted and a check blocks its thread. The process
 * runs from source and doesn't get the scanner's secrets. If it crashes, runs out of memory or doesn't respond, it is
 * killed, and only the document that it was checking is lost. `enter` limits concurrent checks.
 */
export const createDocumentChecker = (enter: AcquirePermit): DocumentChecker => {
  let worker: ChildProcess | null = null;
  const end = (): void => {
    worker?.kill("SIGKILL");
    worker = null;
  };
  const checkInWorker = async (bytes: Buffer, signal: AbortSignal): Promise<DocumentCheck | null> => {
    if (!worker?.connected) worker = startWorker();
    try {
      const reply = await requestCheck(worker, bytes, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]));
      return DocumentCheck.parse(reply);
    } catch (error) {
      end();
      signal.throwIfAborted();
      log.warn({ err: error, bytes: bytes.length }, "failed to check a document");
      return null;
    }
  };
  return {
    check: async (bytes, signal) => {
      const leave = await enter(signal);
      try {
        return await checkInWorker(bytes, signal);
      } finally {
        leave();
      }
    },
    close: end,
  };
};
