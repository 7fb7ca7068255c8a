import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "../browser/open-tab";
import type { ScreenshotOptions } from "../page-result";
import { callProbeWithRetry, settle } from "./call-probe-with-retry";
import { type FocusMemory, findHiddenFocus } from "./find-hidden-focus";
import { findKeyboardTraps } from "./find-keyboard-traps";
import { findShortcuts } from "./find-shortcuts";
import { findWrongLanguages } from "./find-wrong-languages";
import { callWithNodes, type Listener, listListeners, nodesThatListen } from "./isolated-world";
import { isInterruption } from "./page-failure";
import { callProbeWithNodes } from "./probe/probe-script";
import type { AxeFindings } from "./probe/run-axe";
import { settleContrast } from "./settle-contrast";
import { locateLaterElements, type PagePicture, takeScreenshot } from "./take-screenshot";

const NODE_LIMITS = { nodesPerRule: 500, nodesPerPage: 5_000 };

/** For the rules that change the state of the page, which scripts of the page may react to. */
const DRIVEN_MS = 20_000;

const mouseEvents = ["click", "mousedown", "mouseup", "dblclick", "pointerdown", "pointerup"];
const MAX_LISTENING = 300;

/** These rules report what was observed while the scanner pressed keys. */
const keyboardRules: readonly string[] = ["focus-visible", "keyboard-trap"];

/** These rules report what was observed in a narrow window. */
const narrowRules: readonly string[] = ["clipped-text", "orientation-lock", "reflow"];

/** These rules report how the page responds to typing, which may change it for good. */
const typingRules: readonly string[] = ["character-shortcut"];

/** These rules report what happens while time passes. */
const waitingRules: readonly string[] = ["changing-text"];

/** These rules ask the browser for listeners, which this Chromium can list only once for each page without crashing. */
export const listeningRules: readonly string[] = ["mouse-only", "keyboard-trap", "character-shortcut"];

/** The rules that change the state of the page, or take long. */
export const drivenRules: readonly string[] = [...narrowRules, ...keyboardRules, ...waitingRules, ...typingRules];

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

const observeListeners = async ({ cdp, frameId }: Tab): Promise<Listener[]> => {
  const listeners = await listListeners(cdp, frameId);
  const listening = nodesThatListen(listeners, mouseEvents).slice(0, MAX_LISTENING);
  if (listening.length > 0) await callWithNodes(cdp, frameId, callProbeWithNodes("noteListeners"), listening);
  return listeners;
};

const observeLanguages = async (tab: Tab): Promise<void> => {
  const outcomes = await findWrongLanguages(await callProbeWithRetry(tab, "languageParts"));
  if (outcomes.length > 0) await callProbeWithRetry(tab, "noteLanguages", outcomes);
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

const nothingFound = (rules: readonly string[]): AxeFindings => ({
  rules: rules.map((id) => ({ id, passed: 0, failed: 0, review: 0, violations: [], incomplete: [] })),
  places: [],
});

interface PageState {
  /** What the rules found on the page as it is. */
  found: AxeFindings;
  focusMemory: FocusMemory;
  listeners: readonly Listener[];
}

const runKeyboard = async (tab: Tab, rules: string[], state: PageState): Promise<AxeFindings> => {
  const hasFocus = rules.includes("focus-visible") && (await findHiddenFocus(tab, state.focusMemory));
  const hasSuspects = rules.includes("keyboard-trap") && (await findKeyboardTraps(tab, state.listeners));
  if (!hasFocus && !hasSuspects) return nothingFound(rules);
  return callProbeWithRetry(tab, "axe", { rules, ...NODE_LIMITS });
};

const runWaiting = async (tab: Tab, rules: string[]): Promise<AxeFindings> => {
  for (let round = 0; round < 2; round += 1) {
    const left = await callProbeWithRetry(tab, "textWatchLeft");
    if (left > 0) await sleep(left);
  }
  const changing = await callProbeWithRetry(tab, "noteChangingText");
  return changing > 0 ? callProbeWithRetry(tab, "axe", { rules, ...NODE_LIMITS }) : nothingFound(rules);
};

const runTyping = async (tab: Tab, rules: string[], { listeners }: PageState): Promise<AxeFindings> =>
  (await findShortcuts(tab, listeners))
    ? callProbeWithRetry(tab, "axe", { rules, ...NODE_LIMITS })
    : nothingFound(rules);

/**
 * Lets the driven rules end within their time. A page whose scripts then still block the tab keeps what was found before;
 * its tab is closed.
 */
const withinTime = async (tab: Tab, work: Promise<AxeFindings[]>, otherwise: AxeFindings[]): Promise<AxeFindings[]> => {
  const clock = new AbortController();
  const late = sleep(DRIVEN_MS, null, { signal: clock.signal }).catch(() => null);
  try {
    const found = await Promise.race([work, late]);
    if (found) return found;
  } finally {
    clock.abort();
  }
  work.catch(() => undefined);
  tab.page.close().catch(() => undefined);
  return otherwise;
};

const runDriven = async (tab: Tab, rules: readonly string[], state: PageState): Promise<AxeFindings[]> => {
  const narrow = rules.filter((id) => narrowRules.includes(id));
  const keyboard = rules.filter((id) => keyboardRules.includes(id));
  const settled = await unlessInterrupted(settleContrast(tab, state.found));
  const inNarrowWindow = narrow.length > 0 ? await unlessInterrupted(runNarrow(tab, narrow)) : null;
  const byKeyboard = keyboard.length > 0 ? await unlessInterrupted(runKeyboard(tab, keyboard, state)) : null;
  const typing = rules.filter((id) => typingRules.includes(id));
  const waiting = rules.filter((id) => waitingRules.includes(id));
  const byWaiting = waiting.length > 0 ? await unlessInterrupted(runWaiting(tab, waiting)) : null;
  const byTyping = typing.length > 0 ? await unlessInterrupted(runTyping(tab, typing, state)) : null;
  return [settled ?? state.found, inNarrowWindow, byKeyboard, byWaiting, byTyping].filter(
    (findings) => findings !== null,
  );
};

export interface PageFindings {
  found: AxeFindings[];
  /** Null if no picture was asked for or taken. */
  picture: PagePicture | null;
}

/**
 * Runs the rules on the page as it is, then takes its picture, then runs the rules that need a narrow window or keys.
 */
export const runRules = async (
  tab: Tab,
  rules: readonly string[],
  { focusMemory, screenshots }: { focusMemory: FocusMemory; screenshots?: ScreenshotOptions | undefined },
): Promise<PageFindings> => {
  const usual = rules.filter((id) => !drivenRules.includes(id));
  const driven = rules.filter((id) => drivenRules.includes(id));
  const needsListeners = rules.some((id) => listeningRules.includes(id));
  const listeners = needsListeners ? ((await unlessInterrupted(observeListeners(tab))) ?? []) : [];
  await unlessInterrupted(observeLanguages(tab));
  await callProbeWithRetry(tab, "noteUsualPage");
  await callProbeWithRetry(tab, "watchText");
  const found = await callProbeWithRetry(tab, "axe", { rules: usual, ...NODE_LIMITS });
  const picture = screenshots ? await takeScreenshot(tab, screenshots) : null;
  if (driven.length === 0) return { found: [found], picture };
  const all = await withinTime(tab, runDriven(tab, driven, { found, focusMemory, listeners }), [found]);
  const whole = picture && all.length > 1 ? await locateLaterElements(tab, picture) : picture;
  return { found: all, picture: whole };
};
