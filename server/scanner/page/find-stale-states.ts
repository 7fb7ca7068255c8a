import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "../browser/open-tab";
import { callProbeWithRetry } from "./call-probe-with-retry";
import { testKinds } from "./test-kinds";

const HOVER_MS = 150;
/** Time to wait for a change, because scripts may show something, or update the state, after a delay. */
const CHANGE_MS = 400;

/**
 * Whether controls have a stale state after a click, keyed by kind of control. Controls that couldn't be tested are
 * left out. Shared by all pages of a scan.
 */
export type StatedMemory = Map<string, boolean>;

/**
 * Reports whether clicking a control changes the text of the page, but not the control's state. Unless the control is a
 * tab, a second click has to undo the change, so that no other change to the page counts. Returns null if the
 * control is covered, or if something changes before the click.
 */
const isStale = async (tab: Tab, control: number, isTab: boolean, attempts: string[]): Promise<boolean | null> => {
  const point = await callProbeWithRetry(tab, "aimAtStated", control);
  if (!point) return null;
  const { mouse } = tab.page;
  const click = async () => {
    await mouse.click(point.x, point.y);
    await sleep(CHANGE_MS);
    return callProbeWithRetry(tab, "readStateChange", control);
  };
  await mouse.move(point.x, point.y);
  await sleep(HOVER_MS);
  const hovered = await callProbeWithRetry(tab, "readStateChange", control);
  if (hovered.text || hovered.state) return null;
  const clicked = await click();
  if (!clicked.text || clicked.state || attempts.length > 0) return false;
  const again = await click();
  return again.text === isTab && !again.state && attempts.length === 0;
};

/**
 * Records controls that change the page without updating the state that assistive technology announces. Returns whether
 * there were any. May change the state of the page.
 */
export const findStaleStates = async (tab: Tab, memory: StatedMemory): Promise<boolean> => {
  const isAnyWrong = (await callProbeWithRetry(tab, "noteWrongStates")) > 0;
  const controls = await callProbeWithRetry(tab, "listStated");
  const kinds = controls.map(({ kind }) => kind);
  const isAnyStale = await testKinds(tab, kinds, memory, {
    test: (control, attempts) => isStale(tab, control, controls[control]?.isTab === true, attempts),
    note: (control, isStaleState) => callProbeWithRetry(tab, "noteStale", control, isStaleState),
  });
  return isAnyWrong || isAnyStale;
};
