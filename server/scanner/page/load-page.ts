import { setTimeout as sleep } from "node:timers/promises";
import type { Response } from "playwright-core";
import type { Tab } from "../browser/browser-session";
import type { TabWatch } from "../browser/tab-watch";
import { GUARD_HEADER } from "../guard/proxy";
import { PROBE_NAME, type Probe } from "./probe/probe-script";

/** Why a page could not be scanned; the codes of PageError, and `not_html` for what is no page at all. */
export class PageFailure extends Error {
  override readonly name = "PageFailure";

  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export interface LoadedPage {
  status: number;
  finalUrl: string;
  robotsHeader: string | null;
  retryAfter: string | null;
}

const NAVIGATION_TIMEOUT_MS = 30_000;
const SETTLE_TIMEOUT_MS = 6_000;
const QUIET_MS = 100;
const MAX_SELF_NAVIGATIONS = 3;

const failures: readonly [RegExp, string, string][] = [
  [/ERR_TOO_MANY_REDIRECTS/, "too_many_redirects", "The address redirects without end."],
  [/ERR_ABORTED|Download is starting/, "not_html", "The address is a download, not a page."],
  [/ERR_CERT|ERR_SSL/, "unreachable", "The certificate or the encryption of the site is not valid."],
  [
    /ERR_TUNNEL_CONNECTION_FAILED|ERR_CONNECTION|ERR_NAME|ERR_ADDRESS/,
    "unreachable",
    "The server could not be reached.",
  ],
];

const isInterrupted = (message: string): boolean =>
  /interrupted by another navigation|Execution context was destroyed|frame was detached|because of a navigation/i.test(
    message,
  );

const toFailure = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const known = failures.find(([pattern]) => pattern.test(error.message));
  if (known) return new PageFailure(known[1], known[2]);
  return /net::ERR_/.test(error.message)
    ? new PageFailure("unreachable", `The page could not be loaded: ${/net::ERR_\w+/.exec(error.message)?.[0]}.`)
    : error;
};

/** Goes to the address. A page whose `load` event does not come in time is stopped and taken as it is. */
const navigate = async (tab: Tab, url: string): Promise<Response | null> => {
  const answers: Response[] = [];
  const note = (response: Response) => {
    if (response.request().isNavigationRequest() && response.frame() === tab.page.mainFrame()) answers.push(response);
  };
  tab.page.on("response", note);
  try {
    return await tab.page.goto(url, { waitUntil: "load", timeout: NAVIGATION_TIMEOUT_MS });
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    const timedOut = error instanceof Error && error.name === "TimeoutError";
    if (!timedOut && !isInterrupted(message)) throw toFailure(error);
    if (answers.length === 0) throw new PageFailure("timeout", "The server did not answer in time.");
    if (timedOut) await tab.cdp.send("Page.stopLoading");
    else await tab.page.waitForLoadState("load", { timeout: NAVIGATION_TIMEOUT_MS });
    return answers.at(-1) ?? null;
  } finally {
    tab.page.off("response", note);
  }
};

/** Loads a page in a tab. Throws PageFailure when there is nothing to scan. */
export const loadPage = async (tab: Tab, url: string): Promise<LoadedPage> => {
  tab.watch.reset();
  const response = await navigate(tab, url);
  if (!response) throw new PageFailure("not_html", "The address has no document of its own.");
  const headers = response.headers();
  if (headers[GUARD_HEADER] === "blocked")
    throw new PageFailure("blocked_address", "The address leads to a private network.");
  if (headers[GUARD_HEADER]) throw new PageFailure("unreachable", "The server could not be reached.");
  if (tab.watch.record.tooLarge) throw new PageFailure("too_large", "The page is too large to be scanned.");
  const type = headers["content-type"] ?? "text/html";
  if (!/^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type))
    throw new PageFailure("not_html", `The address is ${type}.`);
  return {
    status: response.status(),
    finalUrl: tab.page.url(),
    robotsHeader: headers["x-robots-tag"] ?? null,
    retryAfter: headers["retry-after"] ?? null,
  };
};

/** Calls a function of the probe. A page that navigates itself meanwhile is asked again where it ended, up to three times. */
export const askProbe = async <Name extends keyof Probe>(
  tab: Tab,
  name: Name,
  ...input: Parameters<Probe[Name]>
): Promise<Awaited<ReturnType<Probe[Name]>>> => {
  const expression = `window[${JSON.stringify(PROBE_NAME)}].${name}(${input.map((value) => JSON.stringify(value)).join()})`;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await tab.page.evaluate<Awaited<ReturnType<Probe[Name]>>>(expression);
    } catch (error) {
      if (!(error instanceof Error) || !isInterrupted(error.message)) throw error;
      if (attempt >= MAX_SELF_NAVIGATIONS)
        throw new PageFailure("navigated_away", "The page keeps going to another address.");
      await tab.page.waitForLoadState("load", { timeout: NAVIGATION_TIMEOUT_MS });
    }
  }
};

const waitForRequests = async (watch: TabWatch, deadline: number): Promise<void> => {
  while (watch.pending > 0 && performance.now() < deadline) await sleep(20);
};

/** Waits until the page has stopped changing and asking for content, at most six seconds; what never rests is taken as it is. */
export const settle = async (tab: Tab): Promise<void> => {
  const deadline = performance.now() + SETTLE_TIMEOUT_MS;
  for (let left = SETTLE_TIMEOUT_MS; left > 0; left = deadline - performance.now()) {
    await askProbe(tab, "settle", { quietMs: QUIET_MS, maxMs: left });
    if (tab.watch.pending === 0) return;
    await waitForRequests(tab.watch, deadline);
  }
};
