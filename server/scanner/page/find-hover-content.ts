import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "../browser/open-tab";
import { callProbeWithRetry } from "./call-probe-with-retry";
import { callWithNodes, type Listener, nodesThatListen } from "./isolated-world";
import { callProbeWithNodes } from "./probe/probe-script";
import { restPointer } from "./rest-pointer";
import type { HoverUse } from "./rules/hover-content";
import { withoutRequests } from "./without-requests";

const MAX_LISTENING = 200;
/** Maximum number of triggers that show content. Triggers that show nothing, which are the majority, don't count. */
const MAX_FOUND = 3;
/** Time to wait, because pages often show or hide content after a delay. */
const SHOWING_MS = 250;
const HIDING_MS = 700;
const LEAVING_MS = 80;
const POLL_MS = 50;
const STEPS = 12;

interface Point {
  x: number;
  y: number;
}

const hoverEvents = ["mouseenter", "mouseover", "pointerenter", "pointerover"];

/**
 * How people can use the content that triggers show, keyed by kind of trigger; null for triggers that show nothing.
 * Shared by all pages of a scan.
 */
export type HoverMemory = Map<string, HoverUse | null>;

const isShown = (tab: Tab): Promise<boolean> => callProbeWithRetry(tab, "isShown");

/** Waits up to `maxMs` for content to appear or disappear. Returns whether it did. */
const becomes = async (tab: Tab, isExpected: boolean, maxMs: number): Promise<boolean> => {
  const deadline = performance.now() + maxMs;
  while (performance.now() < deadline) {
    await sleep(POLL_MS);
    if ((await isShown(tab)) === isExpected) return true;
  }
  return false;
};

interface Hover {
  /** The point in the content that is nearest to the trigger. */
  nearest: Point;
  content: HoverUse["content"];
}

/** Moves the pointer to a trigger. Returns null if nothing appears. */
const hover = async (tab: Tab, trigger: number): Promise<Hover | null> => {
  await restPointer(tab);
  await sleep(LEAVING_MS);
  const point = await callProbeWithRetry(tab, "aimAt", trigger);
  if (!point) return null;
  await tab.page.mouse.move(point.x, point.y);
  await sleep(SHOWING_MS);
  return callProbeWithRetry(tab, "findShown", trigger);
};

/** Moves the pointer and focus away. Returns whether the content disappears. */
const hide = async (tab: Tab): Promise<boolean> => {
  await callProbeWithRetry(tab, "leaveStops");
  await restPointer(tab);
  return becomes(tab, false, HIDING_MS);
};

/** Moves the pointer from the trigger to the content, twice. Reports whether the content disappears both times. */
const isOutOfReach = async (tab: Tab, trigger: number, { nearest }: Hover): Promise<boolean> => {
  let to: Point | undefined = nearest;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    if (!to) return false;
    await tab.page.mouse.move(to.x, to.y, { steps: STEPS });
    if (!(await becomes(tab, false, HIDING_MS))) return false;
    to = attempt === 0 ? (await hover(tab, trigger))?.nearest : undefined;
  }
  return true;
};

const staysInTheWay = async (tab: Tab): Promise<boolean> => {
  if (!(await callProbeWithRetry(tab, "coversText"))) return false;
  await tab.page.keyboard.press("Escape");
  return !(await becomes(tab, false, SHOWING_MS));
};

const isShownByFocus = async (tab: Tab, trigger: number): Promise<boolean> => {
  for (const isInContent of [false, true]) {
    const isFocused = await callProbeWithRetry(tab, "focusForContent", trigger, isInContent);
    if (isFocused && (await becomes(tab, true, SHOWING_MS))) return true;
  }
  return false;
};

/**
 * Returns how people can use the content that a trigger shows; null if there is no content, or if the content stays
 * after the pointer has left.
 */
const testUse = async (tab: Tab, trigger: number): Promise<HoverUse | null> => {
  const first = await hover(tab, trigger);
  if (!first || !(await hide(tab))) return null;
  const isFocusEnough = await isShownByFocus(tab, trigger);
  if (!(await hide(tab))) return null;
  const again = await hover(tab, trigger);
  if (!again) return null;
  const canBeReached = !(await isOutOfReach(tab, trigger, again));
  const isBack = (await hide(tab)) && (await hover(tab, trigger)) !== null;
  const isInTheWay = isBack && (await staysInTheWay(tab));
  await hide(tab);
  return { content: first.content, canBeReached, isShownByFocus: isFocusEnough, staysInTheWay: isInTheWay };
};

/**
 * Records elements that show content on hover, and whether people can reach the content, hide it, and show it with the
 * keyboard. Returns whether any element showed content.
 */
export const findHoverContent = async (
  tab: Tab,
  listeners: readonly Listener[],
  memory: HoverMemory,
): Promise<boolean> => {
  const listening = nodesThatListen(listeners, hoverEvents).slice(0, MAX_LISTENING);
  await callWithNodes(tab.cdp, tab.frameId, callProbeWithNodes("noteHoverListeners"), listening);
  const triggers = await callProbeWithRetry(tab, "listTriggers");
  if (triggers.length === 0) return false;
  return withoutRequests(tab, async () => {
    let found = 0;
    for (const [trigger, kind] of triggers.entries()) {
      const use = memory.has(kind) ? memory.get(kind) : await testUse(tab, trigger);
      memory.set(kind, use ?? null);
      if (!use) continue;
      found += 1;
      await callProbeWithRetry(tab, "noteHover", trigger, use);
      if (found === MAX_FOUND) break;
    }
    await restPointer(tab);
    await callProbeWithRetry(tab, "restoreHover");
    return found > 0;
  });
};
