import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "../browser/open-tab";
import { evaluateApart } from "./isolated-world";

/** Longest time for which a page is driven. */
const DRIVEN_MS = 45_000;
/**
 * A page that hasn't responded for this long has scripts that don't end. Even on a busy machine, any other page
 * responds sooner.
 */
const SILENT_MS = 15_000;
const PULSE_MS = 1_000;

/** Resolves when a page has stopped responding or has been driven for too long; never rejects. */
export const untilStuck = async ({ cdp, frameId }: Tab, signal: AbortSignal): Promise<void> => {
  const started = performance.now();
  let heard = started;
  let isAsking = false;
  const ask = async (): Promise<void> => {
    isAsking = true;
    // A page that is navigating responds with an error.
    await evaluateApart(cdp, frameId, "0").catch(() => undefined);
    heard = performance.now();
    isAsking = false;
  };
  while (!signal.aborted) {
    if (!isAsking) void ask();
    await sleep(PULSE_MS, undefined, { signal }).catch(() => undefined);
    const now = performance.now();
    if (now - heard > SILENT_MS || now - started > DRIVEN_MS) return;
  }
};
