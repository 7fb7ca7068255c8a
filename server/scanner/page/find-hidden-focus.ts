import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "../browser/open-tab";
import { callProbeWithRetry } from "./call-probe-with-retry";

/** Gives scripts time to show an indicator. Transitions need no time, because the screenshot skips to their end. */
const PAUSE_MS = 50;

/** Whether elements look the same with and without focus, keyed by kind of element. Shared by all pages of a scan. */
export type FocusMemory = Map<string, boolean>;

const isVisuallySame = async (tab: Tab, stop: number): Promise<boolean> => {
  const picture = async () => {
    await sleep(PAUSE_MS);
    return tab.page.screenshot({ animations: "disabled", caret: "initial" });
  };
  await callProbeWithRetry(tab, "showStop", stop);
  await callProbeWithRetry(tab, "leaveStops");
  const before = await picture();
  await callProbeWithRetry(tab, "focusStop", stop);
  return before.equals(await picture());
};

/**
 * Records elements that look the same with and without keyboard focus. If no visible style of an element changes,
 * compares screenshots of the window, because the focus indicator can be anywhere on the page. Returns whether there
 * were any elements to check.
 */
export const findHiddenFocus = async (tab: Tab, memory: FocusMemory): Promise<boolean> => {
  await callProbeWithRetry(tab, "listStops");
  const { tried, refused, kinds } = await callProbeWithRetry(tab, "unchangedStops");
  const unknown = kinds.filter(({ name }) => !memory.has(name));
  for (const { name, stops } of unknown) memory.set(name, await isVisuallySame(tab, stops[0] ?? -1));
  const hidden = kinds.flatMap(({ name, stops }) => (memory.get(name) ? stops : []));
  await callProbeWithRetry(tab, "noteFocus", [...hidden, ...refused], false);
  await callProbeWithRetry(tab, "noteFocus", tried, true);
  await callProbeWithRetry(tab, "leaveStops");
  await callProbeWithRetry(tab, "restorePlaces");
  return tried.length > 0;
};
