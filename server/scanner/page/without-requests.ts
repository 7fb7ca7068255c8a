import { setTimeout as sleep } from "node:timers/promises";
import type { CDPSession } from "playwright-core";
import type { Tab } from "../browser/open-tab";
import { copyBeginning } from "../copy-beginning";

/** URLs of other pages that the page in a tab, or a window that it opens, tries to load. */
type Attempts = string[];
type Work<Result> = (attempts: Attempts, sent: string[]) => Promise<Result>;

/**
 * Requests of these types usually send no information to the server, and nothing on the page depends on their success.
 */
const passive = new Set([
  "Image",
  "Font",
  "Stylesheet",
  "Media",
  "Ping",
  "CSPViolationReport",
  "TextTrack",
  "Manifest",
]);

/**
 * Types of requests that a sealed page may still send, because it may look different in a narrow window and need
 * further files.
 */
const looks = new Set(["Image", "Font", "Stylesheet"]);

/** Time limit for leaving a page, because its scripts may never finish. */
const LEAVE_MS = 5_000;
const CRASH_MS = 1_000;
/** How long the network must be idle after the scanner leaves a page, and the maximum time to wait for that. */
const QUIET_MS = 100;
const MOST_QUIET_MS = 1_000;
const MAX_URL = 2_000;
const MAX_NOTED = 200;

/**
 * Makes new connections fail if they are of a type that the browser doesn't let us abort. Runs alongside the page's own
 * scripts; a page that prevents this can only deceive its own server.
 */
export const divertConnections = `for (const name of ["WebSocket", "WebTransport"]) {
  const construct = (target, [, ...others], made) =>
    Reflect.construct(target, [(name === "WebSocket" ? "wss" : "https") + "://curbcut.invalid/", ...others], made);
  if (window[name]) window[name] = new Proxy(window[name], { construct });
}`;

interface Abortion {
  /** Number of tasks in progress that require all requests to be aborted. */
  working: number;
  isSealed: boolean;
  /** Whether the page may load its own code, which some pages load only when it is needed. */
  allowsCode: boolean;
  /** Time at which the last request was paused. */
  lastAt: number;
}

interface PausedRequest {
  requestId: string;
  resourceType: string;
  frameId: string;
  request: { url: string; method: string };
}

/**
 * Reports whether a request is for the page's own code. A URL with parameters doesn't count, because requesting it may
 * change something on the server.
 */
const isCode = ({ resourceType, request: { url, method } }: PausedRequest): boolean =>
  (resourceType === "Script" || resourceType === "Stylesheet") && method === "GET" && !url.includes("?");

const abortions = new WeakMap<CDPSession, Abortion>();

const abortionOf = (cdp: CDPSession): Abortion => {
  const known = abortions.get(cdp);
  if (known) return known;
  const abortion: Abortion = { working: 0, isSealed: false, allowsCode: false, lastAt: 0 };
  abortions.set(cdp, abortion);
  cdp.on("Fetch.requestPaused", (paused: PausedRequest) => {
    const { requestId, resourceType } = paused;
    abortion.lastAt = performance.now();
    const isLook = abortion.isSealed && abortion.working === 0 && looks.has(resourceType);
    const mayLoad = isLook || (abortion.allowsCode && isCode(paused));
    const answered = mayLoad
      ? cdp.send("Fetch.continueRequest", { requestId })
      : cdp.send("Fetch.failRequest", { requestId, errorReason: "Aborted" });
    answered.catch(() => undefined);
  });
  return abortion;
};

const withoutFragment = (url: string): string => url.split("#", 1)[0] ?? "";

/**
 * Reports whether loading this URL would leave the document. `javascript:` URLs and fragments of the document don't.
 */
const isOtherDocument = (url: string, current: string): boolean =>
  !url.startsWith("javascript:") && !(url.includes("#") && withoutFragment(url) === withoutFragment(current));

const pauseRequests = async (cdp: CDPSession): Promise<void> => {
  await cdp.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
};

const addUrl = (urls: string[], url: string): void => {
  if (urls.length < MAX_NOTED) urls.push(copyBeginning(url, MAX_URL));
};

/**
 * Aborts all requests of the tab, so that key presses can neither navigate to another page nor change anything on the
 * server. Passes two lists to `work`, both of which grow while it runs: the attempts to leave the page, and the URLs of
 * all requests whose responses scripts may wait for. Adds at most 200 URLs to each list.
 */
export const withoutRequests = async <Result>({ cdp, frameId, page }: Tab, work: Work<Result>): Promise<Result> => {
  const attempts: Attempts = [];
  const sent: string[] = [];
  const abortion = abortionOf(cdp);
  const note = (event: PausedRequest): void => {
    const { url } = event.request;
    if (event.resourceType === "Document" && event.frameId === frameId) addUrl(attempts, url);
    if (!passive.has(event.resourceType)) addUrl(sent, url);
  };
  const noteWindow = ({ url }: { url: string }): void => {
    addUrl(attempts, url);
  };
  /**
   * Records that the page in the tab is trying to load another document. The event arrives before anything that the
   * scanner reads from the page afterwards, because it comes from the page's own process.
   */
  const noteNavigation = ({ frameId: from, url }: { frameId: string; url: string }): void => {
    if (from === frameId && isOtherDocument(url, page.url())) addUrl(attempts, url);
  };
  cdp.on("Fetch.requestPaused", note);
  cdp.on("Page.windowOpen", noteWindow);
  cdp.on("Page.frameRequestedNavigation", noteNavigation);
  abortion.working += 1;
  try {
    await pauseRequests(cdp);
    return await work(attempts, sent);
  } finally {
    cdp.off("Fetch.requestPaused", note);
    cdp.off("Page.windowOpen", noteWindow);
    cdp.off("Page.frameRequestedNavigation", noteNavigation);
    abortion.working -= 1;
    if (abortion.working === 0 && !abortion.isSealed) await cdp.send("Fetch.disable").catch(() => undefined);
  }
};

/**
 * Like `withoutRequests`, for work that may make scripts send requests later, for example after a pause or an error, or
 * when the page closes. Until `leaveSealed` is called, the page can load only what affects its appearance and, with
 * `allowsCode`, scripts and style sheets. Returns false without doing the work if the page has opened a WebSocket,
 * because messages sent through it can't be aborted.
 */
export const sealed = async (tab: Tab, work: Work<boolean>, { allowsCode = false } = {}): Promise<boolean> => {
  if (tab.watch.record.usesSockets) return false;
  const abortion = abortionOf(tab.cdp);
  if (!abortion.isSealed) {
    abortion.isSealed = true;
    abortion.allowsCode = allowsCode;
    await pauseRequests(tab.cdp);
    await tab.cdp.send("Runtime.evaluate", { expression: divertConnections });
  }
  return withoutRequests(tab, work);
};

/** Waits until no request has been aborted for a while. */
const untilQuiet = async (abortion: Abortion): Promise<void> => {
  const started = performance.now();
  for (let left = QUIET_MS; left > 0; left = QUIET_MS - (performance.now() - Math.max(abortion.lastAt, started))) {
    if (performance.now() - started > MOST_QUIET_MS) return;
    await sleep(left);
  }
};

/**
 * Crashes a page, so that its scripts no longer run. The wait is short, because the browser doesn't reply to this
 * command.
 */
const crash = async ({ cdp, page }: Tab): Promise<void> => {
  const crashed = new Promise<void>((resolve) => page.once("crash", () => resolve()));
  const sent = cdp.send("Page.crash").then(
    () => undefined,
    () => undefined,
  );
  await Promise.race([crashed, sent, sleep(CRASH_MS, undefined, { ref: false })]);
};

/**
 * Leaves a sealed page while its requests are still being aborted, so that the tab can load another page or close. If
 * the page prevents this, crashes the page and returns false.
 */
export const leaveSealed = async (tab: Tab): Promise<boolean> => {
  const { cdp, page } = tab;
  const abortion = abortions.get(cdp);
  if (!abortion?.isSealed) return true;
  abortion.working += 1;
  tab.watch.stopNotingMoves();
  try {
    await page.goto("about:blank", { timeout: LEAVE_MS, waitUntil: "commit" });
    await untilQuiet(abortion);
    await cdp.send("Fetch.disable");
    abortion.isSealed = false;
    abortion.allowsCode = false;
    return true;
  } catch {
    // The page's scripts never finish, or the tab has crashed or closed.
    if (!page.isClosed()) await crash(tab);
    return false;
  } finally {
    abortion.working -= 1;
  }
};
