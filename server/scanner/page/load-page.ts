import { setTimeout as sleep } from "node:timers/promises";
import type { Response } from "playwright-core";
import type { Tab } from "../browser/open-tab";
import type { DocumentAnswer, TabWatch } from "../browser/tab-watch";
import { GUARD_HEADER } from "../guard/proxy";
import { withoutFragment } from "../hash-route";
import { callProbeWithRetry } from "./call-probe-with-retry";
import { isInterruption, PageFailure, toPageFailure } from "./page-failure";
import { restPointer } from "./rest-pointer";

export interface LoadedPage {
  status: number;
  finalUrl: string;
  headers: Readonly<Record<string, string>>;
}

const ANSWER_TIMEOUT_MS = 30_000;
const LOAD_TIMEOUT_MS = 20_000;
const MAX_ATTEMPTS = 3;
const ANSWER_POLLS = 25;

const isPage = ({ status, headers }: DocumentAnswer): boolean => {
  const { "content-type": type = "text/html", "content-disposition": disposition = "" } = headers;
  const isHtml = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type);
  return status !== 204 && isHtml && !/^\s*attachment/i.test(disposition);
};

/** Returns the response for the page in the tab. The browser's response event may arrive a moment after the page. */
const awaitAnswer = async ({ record }: TabWatch): Promise<DocumentAnswer | null> => {
  for (let wait = 0; wait < ANSWER_POLLS && record.documents.length === 0; wait += 1) await sleep(20);
  return record.documents.filter(isPage).at(-1) ?? record.documents.at(-1) ?? null;
};

/**
 * Tries to navigate to the URL. Returns null if another navigation replaced this one before the server responded. If
 * the browser doesn't report the response in an event, uses the navigation's response instead of requesting the page
 * again.
 */
const tryToGo = async (tab: Tab, url: string): Promise<DocumentAnswer | null> => {
  let response: Response | null = null;
  try {
    response = await tab.page.goto(url, { waitUntil: "commit", timeout: ANSWER_TIMEOUT_MS });
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError") {
      throw new PageFailure("timeout", "The server didn't respond in time.");
    }
    if (!isInterruption(error)) throw toPageFailure(error);
  }
  const answer = await awaitAnswer(tab.watch);
  return answer ?? (response && { status: response.status(), headers: response.headers() });
};

/** Navigates to the URL. Retries, because the tab's previous page may navigate at the same time. */
const goTo = async (tab: Tab, url: string): Promise<DocumentAnswer> => {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const answer = await tryToGo(tab, url);
    if (answer) return answer;
  }
  throw new PageFailure("navigated_away", "The page keeps redirecting to another URL.");
};

const checkAnswer = (answer: DocumentAnswer): void => {
  const { headers } = answer;
  const guard = headers[GUARD_HEADER];
  if (guard === "blocked") throw new PageFailure("blocked_address", "The URL leads to a private network.");
  if (guard) throw new PageFailure("unreachable", "The server couldn't be reached.");
  if (!isPage(answer))
    throw new PageFailure(
      "not_html",
      `The URL returns ${headers["content-type"]}, not an HTML page.`,
      headers["content-type"],
    );
};

/** Waits for the `load` event. If it doesn't arrive in time, stops loading and continues with the page as it is. */
const waitForLoad = async (tab: Tab): Promise<void> => {
  const loaded = await callProbeWithRetry(tab, "load", { maxMs: LOAD_TIMEOUT_MS });
  if (!loaded) await tab.cdp.send("Page.stopLoading");
};

/**
 * Leaves the current document if the URL leads to the same one, because the browser would otherwise only change the
 * fragment.
 */
const leaveSameDocument = async ({ page }: Tab, url: string): Promise<void> => {
  const isSame = url.includes("#") && withoutFragment(url) === withoutFragment(page.url());
  if (isSame) await page.goto("about:blank", { waitUntil: "commit", timeout: ANSWER_TIMEOUT_MS });
};

/** Loads a page in a tab. Throws PageFailure if there is nothing to scan. */
export const loadPage = async (tab: Tab, url: string): Promise<LoadedPage> => {
  await leaveSameDocument(tab, url);
  tab.watch.reset();
  const tooLarge = new Promise<never>((_, reject) => {
    tab.watch.onTooLarge = () => reject(new PageFailure("too_large", "The page is too large to scan."));
  });
  const load = async (): Promise<DocumentAnswer> => {
    const answer = await goTo(tab, url);
    checkAnswer(answer);
    await restPointer(tab);
    if (answer.status >= 400) return answer;
    await waitForLoad(tab);
    // Moves the pointer again: on a busy machine, the browser may process the first move before it shows the page.
    await restPointer(tab);
    return answer;
  };
  const loading = load();
  loading.catch(() => undefined);
  const { status, headers } = await Promise.race([loading, tooLarge]);
  return {
    status,
    finalUrl: tab.page.url(),
    headers,
  };
};
