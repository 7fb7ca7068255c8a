import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "../browser/open-tab";
import { callProbeWithRetry } from "./call-probe-with-retry";
import { callWithNodes, type Listener, nodesThatListen } from "./isolated-world";
import { callProbeWithNodes } from "./probe/probe-script";
import { sealed } from "./without-requests";

const MAX_LISTENING = 200;
/** Pause after an event, because scripts may wait briefly before they navigate. */
const PAUSE_MS = 100;

/** Changes a control with the keyboard, then changes it back. Returns the URLs to which the page tried to navigate. */
const choose = async (
  tab: Tab,
  number: number,
  { key, back }: { key: string; back: string },
  attempts: string[],
): Promise<string[]> => {
  await callProbeWithRetry(tab, "focusChoice", number);
  attempts.length = 0;
  await tab.page.keyboard.press(key);
  await sleep(PAUSE_MS);
  const left = [...attempts];
  if (back !== "") await tab.page.keyboard.press(back);
  if (left.length > 0) await sleep(PAUSE_MS);
  await callProbeWithRetry(tab, "restoreChoice", number);
  return left;
};

const withoutQuery = (url: string): string => url.split(/[?#]/, 1)[0] ?? "";

/** Reports whether the page navigates away without any input. */
const leavesAnyway = async (attempts: string[]): Promise<boolean> => {
  attempts.length = 0;
  await sleep(PAUSE_MS * 4);
  return attempts.length > 0;
};

/**
 * Records which drop-down lists, checkboxes and radio buttons lead to another page, or open a window, as soon as they
 * are changed with the keyboard, and which ones don't. Returns whether any do.
 */
export const findContextChanges = async (tab: Tab, listeners: readonly Listener[]): Promise<boolean> => {
  const listening = nodesThatListen(listeners, ["change", "input", "click"]).slice(0, MAX_LISTENING);
  if (listening.length === 0) return false;
  await callWithNodes(tab.cdp, tab.frameId, callProbeWithNodes("noteChoiceListeners"), listening);
  const choices = await callProbeWithRetry(tab, "listChoices");
  if (choices.length === 0) return false;
  return sealed(tab, async (attempts) => {
    let isFound = false;
    for (const [number, keys] of choices.entries()) {
      const left = await choose(tab, number, keys, attempts);
      if (left.length === 0) await callProbeWithRetry(tab, "noteChoice", number, "none");
      if (left.length === 0 || (await leavesAnyway(attempts))) continue;
      if ((await choose(tab, number, keys, attempts)).length === 0) continue;
      const isSamePage = left.every((url) => withoutQuery(url) === withoutQuery(tab.page.url()));
      await callProbeWithRetry(tab, "noteChoice", number, isSamePage ? "reloads" : "leaves");
      isFound = true;
    }
    await callProbeWithRetry(tab, "leaveStops");
    return isFound;
  });
};
