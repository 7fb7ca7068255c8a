import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "../../browser/open-tab";
import { callProbeWithRetry } from "../call-probe-with-retry";
import type { ListedOpener } from "./state-walk";

const QUIET_MS = 80;
const SETTLE_MS = 700;
const ANSWER_MS = 1_500;
/** Time limit for content to become steady. Animations by scripts usually take up to half a second. */
const STEADY_MS = 800;
const PAUSE_MS = 60;
/** Maximum number of scrolls by one window height, and then of jumps to the end. */
const MAX_SCROLLS = 10;
const MAX_JUMPS = 3;
const SCROLLING_MS = 4_000;
const JUMPS_MS = 1_500;
/** A key to which pages don't respond. */
const NEUTRAL_KEY = "F9";

/** Waits until the page has responded, for at most about two seconds. */
export const settleBriefly = async (tab: Tab): Promise<void> => {
  const settle = () => callProbeWithRetry(tab, "settle", { quietMs: QUIET_MS, maxMs: SETTLE_MS });
  await settle();
  if (tab.watch.pending > 0) {
    for (let waited = 0; waited < ANSWER_MS && tab.watch.pending > 0; waited += PAUSE_MS) await sleep(PAUSE_MS);
    await settle();
  }
  await callProbeWithRetry(tab, "untilSteady", STEADY_MS);
};

const awaitTimers = async (tab: Tab, left: number): Promise<void> => {
  await sleep(left);
  await settleBriefly(tab);
};

/**
 * Reads a value from the page. If the value hasn't changed yet, waits for timers that the page has set since
 * `noteTime`, such as those of menus and tooltips that open after a pause, and reads it again. Looks for timers before
 * the first reading, because a timer that runs just after the reading would otherwise be missed.
 */
export const readAfterTimers = async <Value>(
  tab: Tab,
  read: () => Promise<Value>,
  hasChanged: (value: Value) => boolean,
): Promise<Value> => {
  const left = await callProbeWithRetry(tab, "timersLeft");
  const value = await read();
  if (left === 0 || hasChanged(value)) return value;
  await awaitTimers(tab, left);
  return read();
};

export const press = async (tab: Tab, ...keys: string[]): Promise<void> => {
  for (const key of keys) await tab.page.keyboard.press(key);
};

interface Point {
  x: number;
  y: number;
}

export const click = async ({ page: { mouse } }: Tab, { x, y }: Point): Promise<void> => {
  await mouse.move(x, y);
  await mouse.down();
  await mouse.up();
};

/**
 * Clicks an opener. Moves the pointer there first, because the opener may move when the pointer leaves open content.
 */
const clickOpener = async (tab: Tab, key: string, point: Point): Promise<void> => {
  await tab.page.mouse.move(point.x, point.y);
  await click(tab, (await callProbeWithRetry(tab, "aimAtOpener", key)) ?? point);
};

/**
 * Moves the pointer to an element in two steps, because many scripts respond only to a pointer that moves inside the
 * element.
 */
const pointAt = async ({ page: { mouse } }: Tab, { x, y }: Point): Promise<void> => {
  await mouse.move(x - 1, y);
  await mouse.move(x, y);
};

/**
 * Scrolls to the end of the page. Returns whether there is still more content below, as on pages that keep adding
 * content.
 */
const scrollToEnd = async (tab: Tab): Promise<boolean> => {
  const start = performance.now();
  for (let scrolls = 0; scrolls < MAX_SCROLLS + MAX_JUMPS; scrolls += 1) {
    const isToEnd = scrolls >= MAX_SCROLLS || performance.now() - start > SCROLLING_MS;
    await callProbeWithRetry(tab, "noteTime");
    const isMore = await callProbeWithRetry(tab, "scrollOn", isToEnd);
    if (!isMore && scrolls === 0) return false;
    await settleBriefly(tab);
    if (!isMore) {
      const left = await callProbeWithRetry(tab, "timersLeft");
      if (left === 0) return false;
      await awaitTimers(tab, left);
    }
    if (isToEnd && performance.now() - start > SCROLLING_MS + JUMPS_MS) break;
  }
  return callProbeWithRetry(tab, "scrollOn", true);
};

/** Focuses an opener after a key press, because some pages show tooltips only to people who use the keyboard. */
const focus = async (tab: Tab, key: string): Promise<boolean> => {
  await press(tab, NEUTRAL_KEY);
  return callProbeWithRetry(tab, "focusOpener", key);
};

export interface Use {
  /** Whether the opener could be used: it still exists, and nothing covers it. */
  isUsed: boolean;
  /** Whether there is still more content below after scrolling to the end of the page. */
  isMore: boolean;
}

const apply = async (tab: Tab, { action, key, control }: ListedOpener): Promise<boolean> => {
  if (control === "list") {
    if (!(await focus(tab, key))) return false;
    await press(tab, "ArrowDown");
    return true;
  }
  if (action === "focus" && control !== "text") return focus(tab, key);
  const point = await callProbeWithRetry(tab, "aimAtOpener", key);
  if (!point) return false;
  await (action === "point_at" ? pointAt(tab, point) : clickOpener(tab, key, point));
  return true;
};

/** Uses an opener, and waits until the page has responded. */
export const applyOpener = async (tab: Tab, opener: ListedOpener): Promise<Use> => {
  if (opener.action === "scroll") return { isUsed: true, isMore: await scrollToEnd(tab) };
  const isUsed = await apply(tab, opener);
  if (isUsed) await settleBriefly(tab);
  return { isUsed, isMore: false };
};
