import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "../browser/open-tab";
import { callProbeWithRetry } from "./call-probe-with-retry";
import { testKinds } from "./test-kinds";

const HOVER_MS = 150;
/** Longer than the usual animations, such as the 400 ms of jQuery. */
const CHANGE_MS = 600;

/**
 * Whether buttons show and hide something without telling assistive technology, keyed by kind of button. Buttons that
 * couldn't be tested are left out. Shared by all pages of a scan.
 */
export type ToggleMemory = Map<string, boolean>;

/**
 * Reports whether the first click on a button shows something, the second hides it, and the third shows it again. A
 * fourth click then hides it. Returns null if the button is covered, or if something changes before the first click.
 */
const hidesAndShows = async (tab: Tab, toggle: number, attempts: string[]): Promise<boolean | null> => {
  const point = await callProbeWithRetry(tab, "aimAtToggle", toggle);
  if (!point) return null;
  const { mouse } = tab.page;
  await mouse.move(point.x, point.y);
  await sleep(HOVER_MS);
  if ((await callProbeWithRetry(tab, "readToggle", toggle)) !== "same") return null;
  for (const expected of ["shown", "same", "shown"]) {
    await mouse.click(point.x, point.y);
    await sleep(CHANGE_MS);
    if ((await callProbeWithRetry(tab, "readToggle", toggle)) !== expected || attempts.length > 0) return false;
  }
  await mouse.click(point.x, point.y);
  return true;
};

/**
 * Records buttons that show and hide something without telling assistive technology. Returns whether there were any.
 * May change the state of the page.
 */
export const findPlainToggles = async (tab: Tab, memory: ToggleMemory): Promise<boolean> =>
  testKinds(tab, await callProbeWithRetry(tab, "listToggles"), memory, {
    test: (kind, attempts) => hidesAndShows(tab, kind, attempts),
    note: (kind, isSilent) => callProbeWithRetry(tab, "noteToggles", kind, isSilent),
  });
