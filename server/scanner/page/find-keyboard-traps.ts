import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "../browser/open-tab";
import { callProbeWithRetry } from "./call-probe-with-retry";
import { callWithNodes, type Listener, nodesThatListen } from "./isolated-world";
import { callProbeWithNodes } from "./probe/probe-script";

/** Events that a page can use to return focus to an element. Without a listener for one of them, it can't do so. */
const trappingEvents = ["blur", "focusout", "focus", "focusin", "keydown"];

const MAX_SUSPECTS = 10;
const FIRST_STOPS = 12;
/** Pause after a key press, because a page may return focus to an element after a delay. */
const PAUSE_MS = 40;
const PRESSES = 6;
/**
 * Maximum number of tab stops in a trap. A larger group that keeps focus is usually a widget that people can leave in
 * another way.
 */
const MAX_TRAP = 3;

interface TrapTest {
  /** Whether there were elements to check. */
  isFound: boolean;
  /** Whether the page has tab stops, and none of them could trap focus. */
  isWhole: boolean;
  /** Whether there were too many tab stops or suspicious elements to test them all. */
  isCut: boolean;
}

/** Presses a key repeatedly, with a pause after each press. Returns the tab stop that had focus after each press. */
const walk = async (tab: Tab, key: string, presses: number, pauseMs: number): Promise<number[]> => {
  const visited: number[] = [];
  for (let press = 0; press < presses; press += 1) {
    await tab.page.keyboard.press(key);
    if (pauseMs > 0) await sleep(pauseMs);
    visited.push(await callProbeWithRetry(tab, "focusedStop"));
  }
  return visited;
};

/** Converts a key combination to Playwright's format: "ctrl + m" becomes "Control+m". */
const toKey = (named: string): string => {
  const names: Record<string, string> = {
    ctrl: "Control",
    control: "Control",
    alt: "Alt",
    shift: "Shift",
  };
  return named
    .split("+")
    .map((part) => part.trim())
    .map((part) => names[part] ?? (/^f\d$/.test(part) ? part.toUpperCase() : part))
    .join("+");
};

/** Reports whether focus returns to the same tab stop when Tab is pressed up to `MAX_TRAP` times. */
const comesBack = async (tab: Tab, start: number): Promise<boolean> => {
  await callProbeWithRetry(tab, "focusStop", start);
  return (await walk(tab, "Tab", MAX_TRAP, PAUSE_MS)).includes(start);
};

/**
 * Returns the tab stops that keep focus in both directions, even after Escape and the keys that the page mentions have
 * been pressed; an empty list if focus can leave.
 */
const findTrapAt = async (tab: Tab, start: number, stops: number): Promise<number[]> => {
  if (!(await comesBack(tab, start))) return [];
  await callProbeWithRetry(tab, "focusStop", start);
  const trap = new Set(await walk(tab, "Tab", PRESSES, PAUSE_MS));
  const isTrapped = (visited: readonly number[]) => visited.every((stop) => trap.has(stop));
  if (trap.has(-1) || trap.size > MAX_TRAP || trap.size >= stops) return [];
  if (!isTrapped(await walk(tab, "Shift+Tab", PRESSES, PAUSE_MS))) return [];
  const { keys, isDialog } = await callProbeWithRetry(tab, "waysOut", [...trap]);
  if (isDialog) return [];
  for (const key of ["Escape", ...keys.map(toKey)]) {
    await tab.page.keyboard.press(key);
    if (!isTrapped(await walk(tab, "Tab", 2, PAUSE_MS))) return [];
  }
  return [...trap];
};

/**
 * Reports whether the Tab key leads neither forwards nor backwards out of a group of tab stops, even after Escape has
 * been pressed.
 */
const isTrapGroup = async (tab: Tab, { first, last }: { first: number; last: number }): Promise<boolean> => {
  const staysInside = async (start: number, keys: readonly string[]): Promise<boolean> => {
    await callProbeWithRetry(tab, "focusStop", start);
    if ((await callProbeWithRetry(tab, "focusedStop")) !== start) return false;
    for (const key of keys) await tab.page.keyboard.press(key);
    await sleep(PAUSE_MS);
    const stop = await callProbeWithRetry(tab, "focusedStop");
    return stop >= first && stop <= last;
  };
  return (
    (await staysInside(last, ["Tab"])) &&
    (await staysInside(first, ["Shift+Tab"])) &&
    (await staysInside(last, ["Escape", "Tab"]))
  );
};

/**
 * Records elements that keyboard users can't leave. If the Tab key gets stuck among the first few tab stops, tests one
 * of them. Also tests elements whose listeners could trap focus. Without listeners, there can't be a trap.
 */
export const findKeyboardTraps = async (tab: Tab, listeners: readonly Listener[]): Promise<TrapTest> => {
  const listening = nodesThatListen(listeners, trappingEvents);
  const stops = await callProbeWithRetry(tab, "listStops");
  if (stops === 0) return { isFound: false, isWhole: false, isCut: false };
  if (listening.length === 0 || stops === 1) return { isFound: false, isWhole: true, isCut: false };
  await callWithNodes(tab.cdp, tab.frameId, callProbeWithNodes("suspectStops"), listening.slice(0, 300));
  const all = await callProbeWithRetry(tab, "suspects");
  const suspects = all.slice(0, MAX_SUSPECTS);
  const expected = Math.min(stops, FIRST_STOPS);
  await callProbeWithRetry(tab, "leaveStops");
  const first = new Set(await walk(tab, "Tab", expected, 0));
  const starts = first.size <= expected / 2 ? [...first].filter((stop) => stop >= 0).slice(0, 1) : [];
  for (const start of [...starts, ...suspects]) {
    const trap = await findTrapAt(tab, start, stops);
    await callProbeWithRetry(tab, "noteTrap", trap.length > 0 ? trap : [start], trap.length === 0);
  }
  let isGroupFound = false;
  for (const group of await callProbeWithRetry(tab, "suspectGroups"))
    if (await isTrapGroup(tab, group)) {
      isGroupFound = true;
      await callProbeWithRetry(tab, "noteTrapGroup", group.first);
    }
  await callProbeWithRetry(tab, "leaveStops");
  const isFound = isGroupFound || starts.length + suspects.length > 0;
  const isCut = stops > FIRST_STOPS || all.length > MAX_SUSPECTS;
  return { isFound, isWhole: !isFound && !isCut, isCut };
};
