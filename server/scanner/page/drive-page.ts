import type { Tab } from "../browser/open-tab";
import { callProbeWithRetry, settle } from "./call-probe-with-retry";
import { findKeyboardTraps } from "./find-keyboard-traps";
import { callWithNodes, listListeners } from "./isolated-world";
import { isInterruption } from "./page-failure";
import { callProbeWithNodes } from "./probe/probe-script";
import type { AxeFindings } from "./probe/run-axe";

const NODE_LIMITS = { nodesPerRule: 500, nodesPerPage: 5_000 };

const mouseEvents = ["click", "mousedown", "mouseup", "dblclick", "pointerdown", "pointerup"];
const MAX_LISTENING = 300;

const KEYBOARD_RULE = "keyboard-trap";

/** These rules report what was observed in a narrow window. */
const narrowRules: readonly string[] = ["orientation-lock", "reflow"];

/** The width of a page of 1280 CSS pixels that is enlarged to 400%, in the other orientation than before. */
const narrowSize = (size: { width: number; height: number }) =>
  size.width > size.height ? { width: 320, height: 640 } : { width: 320, height: 256 };

/** Does what a page may interrupt by navigating; the rules that depend on it then apply to nothing. */
const unlessInterrupted = async <Result>(work: Promise<Result>): Promise<Result | null> => {
  try {
    return await work;
  } catch (error) {
    if (isInterruption(error)) return null;
    throw error;
  }
};

const observeListeners = async ({ cdp, frameId }: Tab): Promise<void> => {
  const listening = await listListeners(cdp, frameId, mouseEvents);
  if (listening.length > 0)
    await callWithNodes(cdp, frameId, callProbeWithNodes("noteListeners"), listening.slice(0, MAX_LISTENING));
};

const runNarrow = async (tab: Tab, rules: string[]): Promise<AxeFindings | null> => {
  const size = tab.page.viewportSize();
  if (size === null) return null;
  await tab.page.setViewportSize(narrowSize(size));
  try {
    await settle(tab);
    await callProbeWithRetry(tab, "noteNarrowPage");
    return await callProbeWithRetry(tab, "axe", { rules, ...NODE_LIMITS });
  } finally {
    await tab.page.setViewportSize(size);
  }
};

const nothingFound = (id: string): AxeFindings => ({
  rules: [{ id, passed: 0, failed: 0, review: 0, violations: [], incomplete: [] }],
  places: [],
});

const runKeyboard = async (tab: Tab): Promise<AxeFindings> =>
  (await findKeyboardTraps(tab))
    ? callProbeWithRetry(tab, "axe", { rules: [KEYBOARD_RULE], ...NODE_LIMITS })
    : nothingFound(KEYBOARD_RULE);

/** Runs the rules on the page as it is, then those that need keys or a narrow window. */
export const runRules = async (tab: Tab, rules: readonly string[]): Promise<AxeFindings[]> => {
  await unlessInterrupted(observeListeners(tab));
  await callProbeWithRetry(tab, "noteRotations");
  const usual = rules.filter((id) => !narrowRules.includes(id) && id !== KEYBOARD_RULE);
  const found = await callProbeWithRetry(tab, "axe", { rules: usual, ...NODE_LIMITS });
  const narrow = rules.filter((id) => narrowRules.includes(id));
  const inNarrowWindow = narrow.length > 0 ? await unlessInterrupted(runNarrow(tab, narrow)) : null;
  const byKeyboard = rules.includes(KEYBOARD_RULE) ? await unlessInterrupted(runKeyboard(tab)) : null;
  return [found, inNarrowWindow, byKeyboard].filter((findings) => findings !== null);
};
