import { env } from "@/server/core/env";
import { log } from "@/server/core/log";
import { DEFAULT_TABS } from "./browser/tab-limits";
import { listeningPort } from "./listening-port";
import { createAuditRunner } from "./service/audit-runner";
import { BrowserState } from "./service/browser-state";
import { createScannerServer } from "./service/http-server";
import { createTabLimit } from "./service/memory-watch";
import { SharedPermits } from "./service/shared-permits";
import { createSnippetChecker } from "./service/snippet-checker";
import { createTrialRunner } from "./service/trial-runner";
import { WorkerPool } from "./service/worker-pool";
import { prepareWorkerProgram } from "./service/worker-program";

const STOP_TIMEOUT_MS = 5_000;
const BEAT_MS = 1_000;
/** How often to check whether memory has been freed, so that waiting audits can get a tab. */
const ROOM_MS = 500;
/**
 * The browser isn't tested immediately, because an audit that starts in the meantime also shows whether the browser
 * works.
 */
const TRY_BROWSER_AFTER_MS = 10_000;

/** Message to the parent process, sent once the scanner accepts requests. */
export interface ListeningMessage {
  type: "listening";
  port: number;
}

const requireSecret = (): string => {
  if (env.SCANNER_SECRET) return env.SCANNER_SECRET;
  throw new Error("SCANNER_SECRET isn't set. Set it to the same value as in the app.");
};

/** Sending fails if the parent has just exited. Without the callback, the error would be uncaught. */
const notifyParent = (message: object): void => void process.send?.(message, undefined, undefined, () => undefined);

/**
 * Runs the scanner as a separate process that accepts requests, supervises the worker processes and delivers their
 * results. Only workers parse content from websites. As a child process, the scanner listens only on loopback and exits
 * with its parent.
 */
const main = async (): Promise<void> => {
  const isChild = process.send !== undefined;
  const secret = requireSecret();
  const program = await prepareWorkerProgram();
  process.once("exit", program.delete);
  if (isChild && !process.connected) return;
  const browserState = new BrowserState();
  const workers = new WorkerPool(program, browserState);
  const takeWorker = () => workers.take();
  const tab = new SharedPermits(DEFAULT_TABS, { mostNow: createTabLimit() });
  setInterval(() => tab.grantFree(), ROOM_MS).unref();
  const permits = { tab, lighthouse: new SharedPermits(1, { isStrict: true }) };
  const audits = createAuditRunner({ secret, takeWorker, permits });
  const snippets = createSnippetChecker(takeWorker);
  const fixes = createTrialRunner({ takeWorker, tabs: permits.tab });
  // Sign-ins are handled separately, so that they don't wait for fixes: a person is waiting for the result.
  const signIns = createTrialRunner({ takeWorker, tabs: permits.tab });
  // Journeys are handled separately too, so that sign-ins don't wait for them: a journey may take longer.
  const journeys = createTrialRunner({ takeWorker, tabs: permits.tab });
  const server = createScannerServer({
    secret,
    audits,
    checkSnippet: snippets.check,
    fixes,
    signIns,
    journeys,
    browserState,
  });
  setTimeout(() => workers.tryBrowser(), TRY_BROWSER_AFTER_MS).unref();

  let stopping = false;
  const stop = (reason: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, "scanner stopping");
    setTimeout(() => process.exit(0), STOP_TIMEOUT_MS).unref();
    server.close();
    workers.close();
    snippets.close();
    fixes.close();
    signIns.close();
    journeys.close();
    audits.close().finally(() => process.exit(0));
  };
  process.once("disconnect", () => stop("the parent process exited"));
  process.once("SIGTERM", () => stop("SIGTERM"));
  process.once("SIGINT", () => stop("SIGINT"));

  server.listen(env.SCANNER_PORT, isChild ? "127.0.0.1" : env.HOST, () => {
    const port = listeningPort(server);
    const message: ListeningMessage = { type: "listening", port };
    notifyParent(message);
    if (isChild) setInterval(() => notifyParent({ type: "beat" }), BEAT_MS).unref();
    log.info({ port }, "scanner listening");
  });
};

main().catch((error: unknown) => {
  log.fatal({ err: error }, "failed to start the scanner");
  process.exitCode = 1;
});
