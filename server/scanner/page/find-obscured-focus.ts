import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "../browser/open-tab";
import { callProbeWithRetry } from "./call-probe-with-retry";
import { isSamePicture } from "./compare-pictures";
import type { PlaceSuspect } from "./rules/focus-places";

const MAX_GROUPS = 4;
/** Maximum number of tab stops in each group to confirm with the Tab key. */
const TRIES = 2;
/** Pauses during which scripts and transitions may bring an element into view. */
const PAUSES_MS = [60, 300];

/**
 * Reports whether a tab stop is also hidden when the Tab key moves focus to it, and stays hidden after Escape is
 * pressed.
 */
const isConfirmed = async (tab: Tab, { stop, isBackwards, kind }: PlaceSuspect): Promise<boolean> => {
  await callProbeWithRetry(tab, "focusBefore", stop, isBackwards);
  await tab.page.keyboard.press(isBackwards ? "Shift+Tab" : "Tab");
  for (const pause of PAUSES_MS) {
    await sleep(pause);
    if ((await callProbeWithRetry(tab, "placeOfStop", stop)) !== kind) return false;
  }
  await tab.page.keyboard.press("Escape");
  await sleep(PAUSES_MS[0]);
  return (await callProbeWithRetry(tab, "placeOfStop", stop)) === kind;
};

/** Width of the window's edge in which the outline of an element outside the window may show. */
const EDGE = 4;

/**
 * Reports whether the window looks the same with and without focus. While an element is out of view, something else on
 * the page may show that the element has focus.
 */
const changesNothing = async (tab: Tab, stop: number): Promise<boolean> => {
  const { width, height } = tab.page.viewportSize() ?? { width: 0, height: 0 };
  const inner = { x: EDGE, y: EDGE, width: width - 2 * EDGE, height: height - 2 * EDGE };
  const clip = Math.min(inner.width, inner.height) > 0 ? { clip: inner } : {};
  const picture = () => tab.page.screenshot({ animations: "disabled", caret: "initial", ...clip });
  const focused = await picture();
  await callProbeWithRetry(tab, "blurStop", stop);
  return isSamePicture(focused, await picture());
};

const isHidden = async (tab: Tab, suspect: PlaceSuspect): Promise<boolean> =>
  (await isConfirmed(tab, suspect)) && (suspect.kind === "covered" || (await changesNothing(tab, suspect.stop)));

/**
 * Records which elements can be seen while they have focus, and which can't because they are outside the window or
 * covered by content that stays in place. First focuses the elements with a script, then confirms some of the results
 * with the Tab key. Returns whether any element can't be seen.
 */
export const findObscuredFocus = async (tab: Tab): Promise<boolean> => {
  if ((await callProbeWithRetry(tab, "listStops")) === 0) return false;
  const suspects = await callProbeWithRetry(tab, "placeSuspects");
  const groupOf = ({ kind, group, isBackwards }: PlaceSuspect) => `${kind} ${group} ${isBackwards}`;
  const groups = [...new Set(suspects.map(groupOf))].slice(0, MAX_GROUPS);
  let isFound = false;
  for (const name of groups) {
    const group = suspects.filter((suspect) => groupOf(suspect) === name);
    const outcomes: boolean[] = [];
    for (const suspect of group.slice(0, TRIES)) outcomes.push(await isHidden(tab, suspect));
    if (!outcomes.every(Boolean)) continue;
    isFound = true;
    const kind = group[0]?.kind ?? "covered";
    await callProbeWithRetry(
      tab,
      "notePlaces",
      kind,
      group.map(({ stop }) => stop),
    );
  }
  await callProbeWithRetry(
    tab,
    "noteSeenStops",
    suspects.map(({ stop }) => stop),
  );
  await callProbeWithRetry(tab, "leaveStops");
  await callProbeWithRetry(tab, "restorePlaces");
  return isFound;
};
