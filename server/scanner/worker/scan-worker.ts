import { env } from "@/server/core/env";
import { log } from "@/server/core/log";
import { BrowserRefusedError } from "../browser/browser-refused";
import { NoBrowserError } from "../browser/locate-browser";
import { type CheckSnippet, createSnippetChecker } from "../check-snippet";
import type {
  CheckRequest,
  JourneyTrialRequest,
  PageError,
  PageFixRequest,
  PageTrialsRequest,
  SignInTrialRequest,
} from "../contract";
import { ScanFailedError } from "../crawl/discover-site";
import { createScanEngine, type ScanEngine } from "../engine";
import { createPageFixer, type FixPage } from "../fix/fix-page";
import { createPageTrials, type TryOnPages } from "../fix/try-on-pages";
import { createJourneyTrial, type TryJourney } from "../journeys/try-journey";
import { scanSite } from "../scan-site";
import type { ScanOrder, SupervisorMessage, TrialMessage, WorkerMessage } from "../service/worker-messages";
import { createSignInTrial, type TrySignIn } from "../sign-in/try-sign-in";
import { endWithParent } from "./end-with-parent";
import { createRemotePermits } from "./remote-permits";
import { createWorkerSink, type WorkerSink } from "./worker-sink";

const BEAT_MS = 1_000;

/** Sending fails if the supervisor has just exited. Without the callback, the error would be uncaught. */
const send = (message: WorkerMessage): void => void process.send?.(message, undefined, undefined, () => undefined);

const isBrowserMissing = (error: unknown): error is NoBrowserError | BrowserRefusedError =>
  error instanceof NoBrowserError || error instanceof BrowserRefusedError;

const toError = (error: unknown): PageError => {
  if (error instanceof ScanFailedError || isBrowserMissing(error)) return { code: error.code, message: error.message };
  return { code: "scanner_failed", message: "The scanner stopped because of an error. See its log." };
};

const reportMissingBrowser = (error: unknown): void => {
  if (!isBrowserMissing(error)) return;
  const { code, message } = error;
  send({ type: "no_browser", error: { code, message }, reason: "reason" in error ? error.reason : null });
};

const tryBrowser = async ({ browsers }: ScanEngine): Promise<void> => {
  try {
    await (await browsers.launchApart([])).close();
  } catch (error) {
    if (!isBrowserMissing(error)) log.warn({ err: error }, "failed to start a browser");
    reportMissingBrowser(error);
  }
};

/** Reports whether an error is the harmless rejection that is left behind when a page is closed during a call. */
const isClosedPage = (error: unknown): boolean =>
  error instanceof Error && /target closed|has been closed|page closed|browser closed/i.test(error.message);

/** After an uncaught error, logs the pages in progress and exits. */
const endOnUncaughtErrors = (context: () => object): void => {
  const end = (error: unknown) => {
    log.fatal({ ...context(), err: error }, "uncaught error in a scanning process");
    process.exit(1);
  };
  process.on("uncaughtException", end);
  process.on("unhandledRejection", (error) => {
    if (isClosedPage(error)) log.debug({ ...context(), err: error }, "unhandled rejection from a closed page");
    else end(error);
  });
};

const scan = async (order: ScanOrder, sink: WorkerSink, engine: ScanEngine): Promise<void> => {
  const { audit_id, website_url, options, suspects, sign_in, journeys } = order;
  try {
    const { lighthouse } = await scanSite({ website_url, options, suspects, sign_in, journeys }, sink, engine);
    send({ type: "done", ...(lighthouse ? { lighthouse } : {}) });
  } catch (error) {
    if (error instanceof ScanFailedError) log.info({ audit_id, code: error.code }, "scan ended with an error");
    else log.error({ audit_id, err: error }, "failed to scan the website");
    reportMissingBrowser(error);
    send({ type: "failed", error: toError(error) });
  }
};

const checkSnippet = async (check: CheckSnippet, { id, request }: { id: number; request: CheckRequest }) => {
  const result = await check(request).catch((error: unknown) => {
    log.error({ err: error }, "failed to check a snippet");
    reportMissingBrowser(error);
    return null;
  });
  send({ type: "check_result", id, result });
};

const fixPage = async (fix: FixPage, request: PageFixRequest): Promise<void> => {
  const result = await fix(request).catch((error: unknown) => {
    log.error({ err: error, url: request.page_url }, "failed to try fixes on a page");
    reportMissingBrowser(error);
    return null;
  });
  send({ type: "fix_result", result });
};

const tryOnPages = async (tryChange: TryOnPages, request: PageTrialsRequest): Promise<void> => {
  const result = await tryChange(request).catch((error: unknown) => {
    log.error({ err: error, rule_id: request.rule_id }, "failed to try a fix on more pages");
    reportMissingBrowser(error);
    return null;
  });
  send({ type: "trials_result", result });
};

const trySignIn = async (attempt: TrySignIn, request: SignInTrialRequest): Promise<void> => {
  const result = await attempt(request).catch((error: unknown) => {
    log.error({ err: error }, "failed to run a sign-in trial");
    reportMissingBrowser(error);
    return null;
  });
  send({ type: "sign_in_result", result });
};

const tryJourney = async (attempt: TryJourney, request: JourneyTrialRequest): Promise<void> => {
  const result = await attempt(request).catch((error: unknown) => {
    log.error({ err: error }, "failed to run a journey trial");
    reportMissingBrowser(error);
    return null;
  });
  send({ type: "journey_result", result });
};

/**
 * Runs as a child process of the scanner: scans one website, tries fixes, a sign-in or a journey, or checks snippets.
 * Keeps running until the parent process kills it.
 */
const main = async (): Promise<void> => {
  const open = new Set<string>();
  let audit_id: string | undefined;
  endWithParent();
  endOnUncaughtErrors(() => ({ audit_id, open_pages: [...open] }));
  const permits = createRemotePermits(send);
  const engine = await createScanEngine({
    privateHosts: env.SCAN_PRIVATE_HOSTS,
    permits: { tab: permits.enter("tab"), lighthouse: permits.enter("lighthouse") },
    onBrowser: ({ processId, ...rest }) => send({ type: "browser", process_id: processId, ...rest }),
  });
  const snippetChecker = createSnippetChecker(engine.browsers);
  const pageFixer = createPageFixer(engine);
  const pageTrials = createPageTrials(engine);
  const signInTrial = createSignInTrial(engine);
  const journeyTrial = createJourneyTrial(engine);
  const sink = createWorkerSink((message) => {
    if (message.type === "opened") open.add(message.url);
    if (message.type === "closed") open.delete(message.url);
    send(message);
  });
  const attempt = (message: TrialMessage): Promise<void> => {
    if (message.type === "fix") return fixPage(pageFixer, message.request);
    if (message.type === "try_on_pages") return tryOnPages(pageTrials, message.request);
    if (message.type === "try_sign_in") return trySignIn(signInTrial, message.request);
    return tryJourney(journeyTrial, message.request);
  };
  const obey = async (message: SupervisorMessage): Promise<void> => {
    if (message.type === "entered") permits.entered(message.id);
    else if (message.type === "taken") sink.taken(message.id);
    else if (message.type === "check") await checkSnippet(snippetChecker, message);
    else if (message.type === "try_browser") await tryBrowser(engine);
    else if (message.type === "scan") {
      audit_id = message.audit_id;
      await scan(message, sink, engine);
    } else await attempt(message);
  };
  process.on("message", (message: SupervisorMessage) => void obey(message));
  setInterval(() => send({ type: "beat", bytes: engine.downloaded() }), BEAT_MS);
  send({ type: "ready" });
};

main().catch((error: unknown) => {
  log.fatal({ err: error }, "failed to start a scanning process");
  process.exit(1);
});
