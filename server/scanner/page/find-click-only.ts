import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "../browser/open-tab";
import { callProbeWithRetry } from "./call-probe-with-retry";
import { callWithNodes, type Listener, nodesThatListen } from "./isolated-world";
import { callProbeWithNodes } from "./probe/probe-script";
import { sealed } from "./without-requests";

const MAX_LISTENING = 300;
const PAUSE_MS = 150;

type Reaction = "reacts" | "ignores" | "gone";

/** Clicks an element and returns its reaction. Changes caused by hovering alone, or by the page itself, don't count. */
const click = async (tab: Tab, member: number, attempts: string[]): Promise<Reaction> => {
  const point = await callProbeWithRetry(tab, "aimAtClick", member);
  if (!point) return "gone";
  const { mouse } = tab.page;
  await mouse.move(point.x, point.y);
  await sleep(PAUSE_MS);
  await callProbeWithRetry(tab, "hasClickChanged");
  await sleep(PAUSE_MS);
  attempts.length = 0;
  if (await callProbeWithRetry(tab, "hasClickChanged")) return "ignores";
  await mouse.down();
  await mouse.up();
  await sleep(PAUSE_MS);
  return attempts.length > 0 || (await callProbeWithRetry(tab, "hasClickChanged")) ? "reacts" : "ignores";
};

/**
 * Tests whether a kind of element reacts to clicks. Because a page may change by itself at the same time, a second
 * click has to have an effect too, unless the first one removed or covered the element.
 */
const reacts = async (tab: Tab, attempts: string[]): Promise<{ attempt: string | null } | null> => {
  if ((await click(tab, 0, attempts)) !== "reacts") return null;
  const [attempt = null] = attempts;
  if (attempt !== null) return { attempt };
  for (const member of [1, 0]) {
    const again = await click(tab, member, attempts);
    if (again === "reacts" || (again === "gone" && member === 0)) return { attempt };
  }
  return null;
};

/**
 * Records elements that can't be reached with the keyboard and that react to clicks only because an ancestor, such as
 * the document, handles them. Returns whether there were any. May change the state of the page.
 */
export const findClickOnly = async (tab: Tab, listeners: readonly Listener[]): Promise<boolean> => {
  const containers = nodesThatListen(listeners, ["click"]);
  if (containers.length === 0) return false;
  const nodes = containers.slice(0, MAX_LISTENING);
  await callWithNodes(tab.cdp, tab.frameId, callProbeWithNodes("noteClickContainers"), nodes);
  if (!(await callProbeWithRetry(tab, "chooseClickKind"))) return false;
  return sealed(tab, async (attempts) => {
    let isFound = false;
    do {
      const reaction = await reacts(tab, attempts);
      const isBarrier = reaction !== null && (await callProbeWithRetry(tab, "keepClickKind", reaction.attempt));
      if (isBarrier) isFound = true;
      else await callProbeWithRetry(tab, "passClickKind");
    } while (await callProbeWithRetry(tab, "chooseClickKind"));
    await callProbeWithRetry(tab, "noteClicks");
    return isFound;
  });
};
