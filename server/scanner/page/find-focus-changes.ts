import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "../browser/open-tab";
import { callProbeWithRetry } from "./call-probe-with-retry";
import { callWithNodes, type Listener, nodesThatListen } from "./isolated-world";
import { callProbeWithNodes } from "./probe/probe-script";
import { withoutRequests } from "./without-requests";

const MAX_LISTENING = 100;
/** Pause after an event, because scripts may react after a short delay. */
const PAUSE_MS = 80;

type Reaction = "leaves" | "moves" | "opens" | "replaces" | "none";

/**
 * `none` means that no script responds to focus; `untested` means that it isn't known which elements may cause a
 * response.
 */
type FocusChanges = "found" | "tested" | "none" | "untested" | "no_stops";

export const listenersForFocus = (listeners: readonly Listener[]): number[] =>
  nodesThatListen(listeners, ["focus", "focusin", "DOMFocusIn"]).slice(0, MAX_LISTENING);

const focus = async (tab: Tab, stop: number, attempts: string[]): Promise<Reaction> => {
  await callProbeWithRetry(tab, "leaveStops");
  await sleep(PAUSE_MS);
  attempts.length = 0;
  await callProbeWithRetry(tab, "rememberSurroundings", stop);
  await callProbeWithRetry(tab, "focusStop", stop);
  await sleep(PAUSE_MS);
  if (attempts.length > 0) return "leaves";
  return callProbeWithRetry(tab, "readReaction", stop);
};

/** Closes a dialog that has opened, because it would keep focus. */
const closeDialog = async (tab: Tab): Promise<void> => {
  await tab.page.keyboard.press("Escape");
  await sleep(PAUSE_MS);
};

/** Reports whether the page navigates away anyway, regardless of which element has focus. */
const leavesAnyway = async (tab: Tab, attempts: string[]): Promise<boolean> => {
  await callProbeWithRetry(tab, "leaveStops");
  attempts.length = 0;
  await sleep(PAUSE_MS * 4);
  return attempts.length > 0;
};

/** Returns how the page reacts, both times, when a tab stop receives focus; null if the reaction isn't certain. */
const test = async (tab: Tab, stop: number, attempts: string[]): Promise<Reaction | null> => {
  const reaction = await focus(tab, stop, attempts);
  if (reaction === "none") return "none";
  if (reaction === "leaves" && (await leavesAnyway(tab, attempts))) return null;
  if (reaction === "opens") await closeDialog(tab);
  const again = await focus(tab, stop, attempts);
  if (again === "opens") await closeDialog(tab);
  return again === reaction ? reaction : null;
};

/**
 * Records which elements lead to another page, open a window, replace a part of the page or move focus elsewhere as
 * soon as they are focused, and which ones don't. Without listeners, no element can do so.
 */
export const findFocusChanges = async (tab: Tab, listeners: readonly Listener[]): Promise<FocusChanges> => {
  const listening = listenersForFocus(listeners);
  if ((await callProbeWithRetry(tab, "listStops")) === 0) return "no_stops";
  if (listening.length === 0) return "none";
  await callWithNodes(tab.cdp, tab.frameId, callProbeWithNodes("noteFocusListeners"), listening);
  const stops = await callProbeWithRetry(tab, "reactingStops");
  if (stops.length === 0) return "untested";
  return withoutRequests(tab, async (attempts) => {
    let isFound = false;
    const calm: number[] = [];
    for (const stop of stops) {
      const reaction = await test(tab, stop, attempts);
      if (reaction === "none") calm.push(stop);
      if (reaction === "none" || reaction === null) continue;
      await callProbeWithRetry(tab, "noteReaction", stop, reaction === "leaves" || reaction === "replaces");
      isFound = true;
    }
    await callProbeWithRetry(tab, "passReactions", calm);
    await callProbeWithRetry(tab, "leaveStops");
    return isFound ? "found" : "tested";
  });
};
