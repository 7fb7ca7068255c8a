import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "../browser/open-tab";
import { callProbeWithRetry } from "./call-probe-with-retry";

/** Pictures cost time, so one element of each kind is looked at, and this many kinds. */
const MAX_KINDS = 4;
/** For scripts that show an indicator; a picture skips to the end of transitions. */
const PAUSE_MS = 50;

/** Whether elements of a kind, by its name, look the same with the focus; shared by the pages of a scan. */
export type FocusMemory = Map<string, boolean>;

const looksSame = async (tab: Tab, stop: number): Promise<boolean> => {
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
 * Notes elements that look the same with and without the keyboard focus. Of those whose styles don't change, a picture
 * of the window before and after decides, since anything on the page may be the indicator. Returns whether there was an
 * element to look at.
 */
export const findHiddenFocus = async (tab: Tab, memory: FocusMemory): Promise<boolean> => {
  await callProbeWithRetry(tab, "listStops");
  const { tried, kinds } = await callProbeWithRetry(tab, "unchangedStops");
  const unknown = kinds.filter(({ name }) => !memory.has(name)).slice(0, MAX_KINDS);
  for (const { name, stops } of unknown) memory.set(name, await looksSame(tab, stops[0] ?? -1));
  const hidden = kinds.flatMap(({ name, stops }) => (memory.get(name) ? stops : []));
  await callProbeWithRetry(tab, "noteFocus", hidden, false);
  await callProbeWithRetry(tab, "noteFocus", tried, true);
  await callProbeWithRetry(tab, "leaveStops");
  return tried.length > 0;
};
