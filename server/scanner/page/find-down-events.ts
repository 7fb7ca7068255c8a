import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "../browser/open-tab";
import { callProbeWithRetry } from "./call-probe-with-retry";
import { callWithNodes, type Listener, nodesThatListen } from "./isolated-world";
import { callProbeWithNodes } from "./probe/probe-script";
import { sealed } from "./without-requests";

const MAX_LISTENING = 100;
const PAUSE_MS = 150;

/**
 * Events at the end of a press. Elements that also listen for one of these usually act, or undo their action, when the
 * mouse button is released.
 */
const upEvents = ["click", "mouseup", "pointerup", "touchend", "dragstart"];

/**
 * Reports whether pressing the mouse button changes the page or navigates away, even if the button is released
 * elsewhere. Returns null if the element can't be tested.
 */
const actsOnPress = async (tab: Tab, target: number, attempts: string[]): Promise<boolean | null> => {
  const point = await callProbeWithRetry(tab, "aimAtPress", target);
  if (!point) return null;
  const { mouse } = tab.page;
  await mouse.move(point.x, point.y);
  await sleep(PAUSE_MS);
  // Changes caused by hovering alone, or by the page itself, don't count.
  if ((await callProbeWithRetry(tab, "hasPageChanged")) || attempts.length > 0) return null;
  await mouse.down();
  await sleep(PAUSE_MS);
  const hasReacted = attempts.length > 0 || (await callProbeWithRetry(tab, "hasPageChanged"));
  await mouse.move(1, 1);
  await mouse.up();
  await sleep(PAUSE_MS);
  return hasReacted && (attempts.length > 0 || (await callProbeWithRetry(tab, "hasPageChanged")));
};

/**
 * Records elements that act as soon as the mouse button is pressed on them, which gives people no chance to cancel.
 * Returns whether there were any. May change the state of the page.
 */
export const findDownEvents = async (tab: Tab, listeners: readonly Listener[]): Promise<boolean> => {
  const finishing = new Set(nodesThatListen(listeners, upEvents));
  const pressed = nodesThatListen(listeners, ["mousedown", "pointerdown"]).filter((node) => !finishing.has(node));
  if (pressed.length === 0) return false;
  const nodes = pressed.slice(0, MAX_LISTENING);
  await callWithNodes(tab.cdp, tab.frameId, callProbeWithNodes("notePressListeners"), nodes);
  const count = await callProbeWithRetry(tab, "listPressTargets");
  if (count === 0) return false;
  return sealed(tab, async (attempts) => {
    let isFound = false;
    for (let target = 0; target < count; target += 1) {
      attempts.length = 0;
      const hasActed = await actsOnPress(tab, target, attempts);
      if (hasActed === null) continue;
      await callProbeWithRetry(tab, "notePress", target, hasActed);
      isFound ||= hasActed;
    }
    await callProbeWithRetry(tab, "restoreHover");
    return isFound;
  });
};
