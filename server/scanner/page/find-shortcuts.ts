import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "../browser/open-tab";
import { callProbeWithRetry } from "./call-probe-with-retry";
import { callWithNodes, type Listener, nodesThatListen } from "./isolated-world";
import { callProbeWithNodes } from "./probe/probe-script";
import type { AnsweredKey } from "./rules/watch-keys";
import { sealed } from "./without-requests";

const keyEvents = ["keydown", "keypress", "keyup"];
const characters = [..."abcdefghijklmnopqrstuvwxyz0123456789/?.,+-*#[]"];
/** Maximum number of shortcuts. A page that responds to more keys probably responds to any typing. */
const MAX_SHORTCUTS = 8;
const MAX_LISTENING = 100;
const PAUSE_MS = 30;
/** A page takes longer to switch to full screen than to respond in other ways, especially on a busy machine. */
const SCREEN_PAUSE_MS = 250;
const SCREEN_PAUSES = 6;

/** Returns the page's response to the key that was pressed; undefined if there is none. */
const readResponse = async (tab: Tab, key: string, expected: AnsweredKey["response"]) => {
  const isSlow = expected === "screen" && key !== "Shift";
  for (let pause = 1; ; pause += 1) {
    await sleep(expected === "screen" ? SCREEN_PAUSE_MS : PAUSE_MS);
    const answer = (await callProbeWithRetry(tab, "answeredKeys")).find((each) => each.key === key);
    if (answer || !isSlow || pause === SCREEN_PAUSES) return answer?.response;
  }
};

/**
 * Presses a key twice. Returns the page's response if it responds both times without responding to the Shift key;
 * otherwise null.
 */
const confirm = async (tab: Tab, { key, response }: AnsweredKey): Promise<AnsweredKey | null> => {
  let confirmed = response;
  for (let round = 0; round < 2; round += 1) {
    for (const pressed of ["Shift", key]) {
      await callProbeWithRetry(tab, "leaveStops");
      await callProbeWithRetry(tab, "watchKeys");
      await tab.page.keyboard.press(pressed);
      const answer = await readResponse(tab, pressed, response);
      if ((answer !== undefined) !== (pressed === key)) return null;
      if (answer === "prevented") confirmed = "prevented";
    }
  }
  return { key, response: confirmed };
};

const pressAll = async (tab: Tab): Promise<void> => {
  await callProbeWithRetry(tab, "watchKeys");
  for (const key of characters) {
    await callProbeWithRetry(tab, "leaveStops");
    await tab.page.keyboard.press(key);
  }
  await sleep(PAUSE_MS);
};

/**
 * Records the characters that the page responds to while no element has focus. Returns whether there were any listeners
 * to check. May change the state of the page.
 */
export const findShortcuts = async (tab: Tab, listeners: readonly Listener[]): Promise<boolean> => {
  const listening = nodesThatListen(listeners, keyEvents);
  if (listening.length === 0) return false;
  await callWithNodes(tab.cdp, tab.frameId, callProbeWithNodes("noteKeyListeners"), listening.slice(0, MAX_LISTENING));
  if (!(await callProbeWithRetry(tab, "listensForKeys"))) return false;
  return sealed(tab, async () => {
    await pressAll(tab);
    const answered = (await callProbeWithRetry(tab, "answeredKeys")).filter(({ key }) => characters.includes(key));
    const isMany = answered.length > MAX_SHORTCUTS;
    const likely = isMany ? answered.filter(({ response }) => response !== "prevented") : answered;
    const shortcuts: AnsweredKey[] = [];
    if (likely.length <= MAX_SHORTCUTS)
      for (const each of likely) {
        const confirmed = await confirm(tab, each);
        if (confirmed) shortcuts.push(confirmed);
      }
    await callProbeWithRetry(tab, "noteShortcuts", shortcuts);
    return true;
  });
};
