import type { Tab } from "../../browser/open-tab";
import { callWithNodes, listListeners, nodesThatListen } from "../isolated-world";
import { callProbeWithNodes } from "../probe/probe-script";

const MAX_LISTENING = 100;
const events = ["mouseenter", "mouseover", "pointerenter", "pointerover"];

/** Tells our scripts in a page which of its elements listen for pointer events. */
export const noteHoverListeners = async (tab: Tab): Promise<void> => {
  const nodes = nodesThatListen(await listListeners(tab.cdp), events).slice(0, MAX_LISTENING);
  await callWithNodes(tab.cdp, tab.frameId, callProbeWithNodes("noteHoverListeners"), nodes);
};
