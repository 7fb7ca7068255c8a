import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "../browser/open-tab";
import { callProbeWithRetry } from "./call-probe-with-retry";
import { isSamePicture } from "./compare-pictures";
import { findFaintFocus, type RingMemory } from "./find-faint-focus";

/** Gives scripts time to show an indicator. Transitions need no time, because the screenshot skips to their end. */
const PAUSE_MS = 50;
/**
 * Gives scripts time to hide an indicator before a comparison is repeated. Some can't show it again until they have
 * hidden it.
 */
const REST_MS = 400;

/** Whether elements look the same with and without focus, keyed by kind of element. Shared by all pages of a scan. */
export type FocusMemory = Map<string, boolean>;

const ATTEMPTS = 3;

/**
 * Returns whether the window looks the same with and without focus; null if the window also changes by itself, for
 * example because of an animation. Either result counts only if it can be reproduced.
 */
const isVisuallySame = async (tab: Tab, stop: number): Promise<boolean | null> => {
  const pictureAfter = async (change: Promise<void>, pauseMs: number) => {
    await change;
    await sleep(pauseMs);
    return tab.page.screenshot({ animations: "disabled", caret: "initial" });
  };
  const unfocused = (pauseMs: number) => pictureAfter(callProbeWithRetry(tab, "leaveStops"), pauseMs);
  const focused = () => pictureAfter(callProbeWithRetry(tab, "focusStop", stop), PAUSE_MS);
  await callProbeWithRetry(tab, "showStop", stop);
  let wasSame = false;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const pauseMs = attempt === 0 ? PAUSE_MS : REST_MS;
    const before = await unfocused(pauseMs);
    const during = await focused();
    const isSame = isSamePicture(during, before);
    if (isSame && wasSame) return true;
    if (!isSame && isSamePicture(await unfocused(pauseMs), before) && isSamePicture(await focused(), during))
      return false;
    wasSame = isSame;
  }
  return null;
};

/**
 * Records elements that look the same with and without keyboard focus. If no visible style of an element changes,
 * compares screenshots of the window, because the focus indicator can be anywhere on the page. Also records elements
 * whose focus indicator is too faint. Returns whether there were any elements to check.
 */
export const findHiddenFocus = async (tab: Tab, memory: FocusMemory, rings: RingMemory): Promise<boolean> => {
  await callProbeWithRetry(tab, "listStops");
  const { tried, refused, kinds, faint } = await callProbeWithRetry(tab, "unchangedStops");
  const unknown = kinds.filter(({ name }) => !memory.has(name));
  for (const { name, stops } of unknown) {
    const isSame = await isVisuallySame(tab, stops[0] ?? -1);
    if (isSame !== null) memory.set(name, isSame);
  }
  const hidden = kinds.flatMap(({ name, stops }) => (memory.get(name) ? stops : []));
  await callProbeWithRetry(tab, "noteFocus", [...hidden, ...refused], false);
  await callProbeWithRetry(tab, "noteFocus", tried, true);
  await findFaintFocus(tab, faint, rings);
  await callProbeWithRetry(tab, "leaveStops");
  await callProbeWithRetry(tab, "restorePlaces");
  return tried.length > 0;
};
