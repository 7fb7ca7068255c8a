import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "../browser/open-tab";
import type { TabWatch } from "../browser/tab-watch";
import { isInterruption, PageFailure } from "./page-failure";
import { PROBE_NAME, type Probe } from "./probe/probe-script";

const SETTLE_TIMEOUT_MS = 6_000;
const RESTLESS_MS = 2_000;
const QUIET_MS = 100;
const SELF_NAVIGATION_MS = 8_000;
const NAVIGATION_PAUSE_MS = 150;

/** Calls a function of the probe. A page that navigates itself meanwhile is asked again where it ended, for eight seconds. */
export const askProbe = async <Name extends keyof Probe>(
  tab: Tab,
  name: Name,
  ...input: Parameters<Probe[Name]>
): Promise<Awaited<ReturnType<Probe[Name]>>> => {
  const parameters = input.map((value) => JSON.stringify(value)).join();
  const expression = `window[${JSON.stringify(PROBE_NAME)}].${name}(${parameters})`;
  let deadline: number | null = null;
  while (deadline === null || performance.now() < deadline) {
    try {
      return await tab.page.evaluate<Awaited<ReturnType<Probe[Name]>>>(expression);
    } catch (error) {
      if (!isInterruption(error)) throw error;
      deadline ??= performance.now() + SELF_NAVIGATION_MS;
      await sleep(NAVIGATION_PAUSE_MS);
    }
  }
  throw new PageFailure("navigated_away", "The page keeps going to another address.");
};

const waitForRequests = async (watch: TabWatch, deadline: number): Promise<void> => {
  while (watch.pending > 0 && performance.now() < deadline) await sleep(20);
};

/**
 * Waits until the page asks for no more content and has stopped changing. One that never stops changing is taken as it is
 * after two seconds, one that never stops asking after six.
 */
export const settle = async (tab: Tab): Promise<void> => {
  const deadline = performance.now() + SETTLE_TIMEOUT_MS;
  for (let left = SETTLE_TIMEOUT_MS; left > 0; left = deadline - performance.now()) {
    await askProbe(tab, "settle", { quietMs: QUIET_MS, maxMs: Math.min(left, RESTLESS_MS) });
    if (tab.watch.pending === 0) return;
    await waitForRequests(tab.watch, deadline);
  }
};
