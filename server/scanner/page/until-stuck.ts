import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "../browser/open-tab";
import { evaluateApart } from "./isolated-world";

/** Maximum time for interacting with a page. */
const DRIVEN_MS = 45_000;
/** The part of the page's time limit that is reserved for producing the result. */
const RESULT_MS = 10_000;
/**
 * If a page hasn't responded for this long, its scripts are assumed never to finish. Even on a busy machine, any other
 * page responds sooner.
 */
const SILENT_MS = 15_000;
const PULSE_MS = 1_000;

/**
 * Resolves when a page has stopped responding, or when the time limit for interacting with it has passed; never
 * rejects.
 */
export const untilStuck = async ({ cdp, frameId, endsAt }: Tab, signal: AbortSignal): Promise<void> => {
  const started = performance.now();
  const driveUntil = Math.min(started + DRIVEN_MS, endsAt - RESULT_MS);
  let respondedAt = started;
  let isWaiting = false;
  const sendPulse = async (): Promise<void> => {
    isWaiting = true;
    // A page that is navigating responds with an error.
    await evaluateApart(cdp, frameId, "0").catch(() => undefined);
    respondedAt = performance.now();
    isWaiting = false;
  };
  while (!signal.aborted) {
    if (!isWaiting) void sendPulse();
    await sleep(PULSE_MS, undefined, { signal }).catch(() => undefined);
    const now = performance.now();
    if (now - respondedAt > SILENT_MS || now > driveUntil) return;
  }
};
