import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "../browser/open-tab";
import type { TabWatch } from "../browser/tab-watch";
import { evaluateApart } from "./isolated-world";
import { openDeclaredRoots } from "./open-declared-roots";
import { isInterruption, PageFailure } from "./page-failure";
import { callProbe, type Probe } from "./probe/probe-script";
import { readAnswer } from "./read-answer";

const SETTLE_TIMEOUT_MS = 6_000;
const RESTLESS_MS = 2_000;
const QUIET_MS = 100;
const SELF_NAVIGATION_MS = 8_000;
const NAVIGATION_PAUSE_MS = 150;
const MAX_LATE_WAITS = 20;

/** Calls a probe function. If the page navigates during the call, retries on the new page for up to eight seconds. */
export const callProbeWithRetry = async <Name extends keyof Probe>(
  tab: Tab,
  name: Name,
  ...input: Parameters<Probe[Name]>
): Promise<Awaited<ReturnType<Probe[Name]>>> => {
  const expression = callProbe(name, ...input);
  let deadline: number | null = null;
  while (deadline === null || performance.now() < deadline) {
    try {
      return readAnswer(name, await evaluateApart(tab.cdp, tab.frameId, expression));
    } catch (error) {
      if (!isInterruption(error)) throw error;
      deadline ??= performance.now() + SELF_NAVIGATION_MS;
      await sleep(NAVIGATION_PAUSE_MS);
    }
  }
  throw new PageFailure("navigated_away", "The page keeps redirecting to another URL.");
};

const waitForRequests = async (watch: TabWatch, deadline: number): Promise<void> => {
  while (watch.pending > 0 && performance.now() < deadline) await sleep(20);
};

/**
 * Waits until the page has stopped changing and has no pending requests. Stops waiting after six seconds if the page
 * keeps requesting content, and after two seconds if it only keeps changing.
 */
export const settle = async (tab: Tab): Promise<void> => {
  const deadline = performance.now() + SETTLE_TIMEOUT_MS;
  for (let left = SETTLE_TIMEOUT_MS; left > 0; left = deadline - performance.now()) {
    await callProbeWithRetry(tab, "settle", { quietMs: QUIET_MS, maxMs: Math.min(left, RESTLESS_MS) });
    if (tab.watch.pending === 0) return;
    await waitForRequests(tab.watch, deadline);
  }
};

/**
 * Like `settle`, but for a page that has just loaded: also waits for changes that the page's scripts make within two
 * seconds of loading.
 */
const settleLate = async (tab: Tab): Promise<void> => {
  await settle(tab);
  for (let wait = 0; wait < MAX_LATE_WAITS; wait += 1) {
    const isFed = tab.watch.isFed || tab.page.workers().length > 0;
    const left = await callProbeWithRetry(tab, "lateWorkLeft", { isFed });
    if (left === 0) return;
    await sleep(left);
    await settle(tab);
  }
};

/**
 * Waits until a page that has just loaded has settled, including changes that its scripts make within two seconds of
 * loading. Then opens the closed shadow roots that are declared in HTML.
 */
export const settleAfterLoad = async (tab: Tab): Promise<void> => {
  await settleLate(tab);
  await openDeclaredRoots(tab);
};
