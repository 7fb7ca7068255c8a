import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "../browser/open-tab";
import { callProbeWithRetry } from "./call-probe-with-retry";
import { restPointer } from "./rest-pointer";
import { withoutRequests } from "./without-requests";

/** Time to wait for colour transitions. Most of them finish within this time. */
const CHANGING_MS = 350;
const LEAVING_MS = 50;

/**
 * The kinds of links and buttons whose contrast on hover or focus is sufficient (true) or unknown (false). Shared by all
 * pages of a scan. Other kinds are measured on each page, because their background may differ.
 */
export type StateMemory = Map<string, boolean>;

/** Returns the contrast of a link or button on hover or focus; null if the contrast is unknown or still changing. */
const measure = async (tab: Tab, state: number, isHover: boolean): Promise<number | null> => {
  await restPointer(tab);
  await callProbeWithRetry(tab, "leaveStops");
  await sleep(LEAVING_MS);
  const point = await callProbeWithRetry(tab, "aimAtState", state);
  if (!point) return null;
  if (isHover) await tab.page.mouse.move(point.x, point.y);
  else await callProbeWithRetry(tab, "focusState", state);
  await sleep(CHANGING_MS);
  const first = await callProbeWithRetry(tab, "measureState", state);
  if (first === null) return null;
  await sleep(LEAVING_MS);
  return (await callProbeWithRetry(tab, "measureState", state)) === first ? first : null;
};

/**
 * Records links and buttons whose text has too little contrast on hover or focus. Returns whether there were any.
 */
export const findStateContrast = async (tab: Tab, memory: StateMemory): Promise<boolean> => {
  const states = await callProbeWithRetry(tab, "listStates");
  const known = [...states.keys()].filter((state) => memory.get(states[state]?.kind ?? ""));
  await callProbeWithRetry(tab, "passStates", known);
  if (states.every(({ kind }) => memory.has(kind))) return false;
  return withoutRequests(tab, async () => {
    let isFound = false;
    for (const [state, { kind, isHover }] of states.entries()) {
      if (memory.has(kind)) continue;
      const contrast = await measure(tab, state, isHover);
      const isEnough = contrast === null || (await callProbeWithRetry(tab, "noteState", state, contrast));
      if (isEnough) memory.set(kind, contrast !== null);
      isFound ||= !isEnough;
    }
    await callProbeWithRetry(tab, "leaveStops");
    await callProbeWithRetry(tab, "restoreStates");
    return isFound;
  });
};
