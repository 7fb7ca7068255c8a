import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "../../browser/open-tab";
import type { StripPicture } from "../../page-result";
import { callProbeOnce } from "../cover-page";
import { restPointer } from "../rest-pointer";
import type { Look, Shoot } from "./shoot";

/** An element that a strip shows. */
export interface Subject {
  rule: string;
  /** The element's number in the page's ElementBook. */
  element: number;
  /** All elements that the rule reports. */
  elements: readonly number[];
  isFailed: boolean;
}

/** Takes the pictures of a strip. Returns null if what the rule observed doesn't happen again. */
export type Plan = (tab: Tab, subject: Subject, shoot: Shoot) => Promise<StripPicture[] | null>;

/** Pause before a picture, because scripts and transitions may take a moment to show something. */
const PAUSE_MS = 100;
const SHOWING_MS = 250;
const PRESS_MS = 150;
const TAB_MS = 40;
const TABS = 3;

const isSame = (one: StripPicture, other: StripPicture): boolean => one.data === other.data;

/** Moves the pointer to the middle of an element in view. Returns false if the element has no box. */
const moveTo = async (tab: Tab, element: number): Promise<boolean> => {
  const { box } = await callProbeOnce(tab, "viewOf", element);
  if (!box) return false;
  await tab.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  return true;
};

const shootUnfocused = async (tab: Tab, element: number, shoot: Shoot, look?: Look): Promise<StripPicture> => {
  await callProbeOnce(tab, "showNoted", element);
  await callProbeOnce(tab, "leaveStops");
  await sleep(PAUSE_MS);
  return shoot("without_focus", look);
};

const shootFocused = async (tab: Tab, element: number, shoot: Shoot, look?: Look): Promise<StripPicture | null> => {
  if (!(await callProbeOnce(tab, "focusNoted", element))) return null;
  await sleep(PAUSE_MS);
  return shoot("with_focus", look);
};

const showFocus =
  (look?: Look): Plan =>
  async (tab, { element }, shoot) => {
    const before = await shootUnfocused(tab, element, shoot, look);
    const focused = await shootFocused(tab, element, shoot, look);
    return focused && [before, focused];
  };

const showCover: Plan = async (tab, { element }, shoot) => {
  const look = { isOutlined: true };
  const before = await shootUnfocused(tab, element, shoot, look);
  if (!(await callProbeOnce(tab, "focusCovered", element))) return null;
  await sleep(PAUSE_MS);
  return [before, await shoot("with_focus", look)];
};

/**
 * Returns null if nothing can be seen, for example because the page tries to navigate instead of moving focus: requests
 * are aborted, which makes the navigation fail.
 */
const showReaction: Plan = async (tab, { element }, shoot) => {
  const look = { isWhole: true };
  const before = await shootUnfocused(tab, element, shoot, look);
  await callProbeOnce(tab, "focusNoted", element);
  await sleep(PAUSE_MS);
  const after = await shoot("with_focus", look);
  return isSame(before, after) ? null : [before, after];
};

const showTrap: Plan = async (tab, { element, elements }, shoot) => {
  await callProbeOnce(tab, "showNoted", element);
  const focused = await shootFocused(tab, element, shoot);
  for (let press = 0; press < TABS; press += 1) {
    await tab.page.keyboard.press("Tab");
    await sleep(TAB_MS);
  }
  if (!focused || !(await callProbeOnce(tab, "isFocusAmong", elements))) return null;
  return [focused, await shoot("after_tab")];
};

const showHover: Plan = async (tab, { rule, element, isFailed }, shoot) => {
  await callProbeOnce(tab, "showNoted", element);
  await restPointer(tab);
  await callProbeOnce(tab, "leaveStops");
  await sleep(PAUSE_MS);
  const before = await shoot("without_pointer");
  if (!(await moveTo(tab, element))) return null;
  await sleep(SHOWING_MS);
  const after = await shoot("with_pointer");
  if (isSame(before, after)) return null;
  if (rule === "hover-content" && !isFailed) {
    await tab.page.keyboard.press("Escape");
    await sleep(SHOWING_MS);
    return [before, after, await shoot("after_escape")];
  }
  await restPointer(tab);
  await sleep(SHOWING_MS);
  const focused = rule === "hover-only" ? await shootFocused(tab, element, shoot) : null;
  return focused ? [before, after, focused] : [before, after];
};

const showPress: Plan = async (tab, { element }, shoot) => {
  await callProbeOnce(tab, "showNoted", element);
  if (!(await moveTo(tab, element))) return null;
  await sleep(PRESS_MS);
  const before = await shoot("with_pointer");
  await tab.page.mouse.down();
  await sleep(PRESS_MS);
  const after = await shoot("while_pressed");
  await tab.page.mouse.move(1, 1);
  await tab.page.mouse.up();
  await restPointer(tab);
  return isSame(before, after) ? null : [before, after];
};

const showSpacing: Plan = async (tab, { element }, shoot) => {
  const look = { isOutlined: true };
  await callProbeOnce(tab, "showNoted", element);
  const before = await shoot("usual_spacing", look);
  await callProbeOnce(tab, "spaceText", true);
  try {
    await callProbeOnce(tab, "showNoted", element);
    return [before, await shoot("more_spacing", look)];
  } finally {
    await callProbeOnce(tab, "spaceText", false);
  }
};

/** Shows a control as it usually looks, and then as it looks to people who need more contrast. */
const showContrast: Plan = async (tab, { element }, shoot) => {
  await callProbeOnce(tab, "showNoted", element);
  const before = await shoot("usual_contrast");
  await tab.cdp.send("Emulation.setEmulatedVisionDeficiency", { type: "reducedContrast" });
  try {
    return [before, await shoot("less_contrast")];
  } finally {
    await tab.cdp.send("Emulation.setEmulatedVisionDeficiency", { type: "none" });
  }
};

/**
 * How to take a strip. `way` says how the state to show is reached: `looks` changes only the page's appearance,
 * `drives` uses the keyboard or pointer while requests are aborted, and `resizes` narrows the window.
 */
export type StripPlan =
  | { rule: string; way: "looks" | "drives"; take: Plan }
  | { rule: string; way: "resizes"; look: Look };

/**
 * Listed in the order in which the strips are taken: pressing comes last, because it may change the page permanently.
 */
export const stripPlans: readonly StripPlan[] = [
  { rule: "reflow", way: "resizes", look: { isOutlined: true } },
  { rule: "clipped-text", way: "resizes", look: { isOutlined: true } },
  { rule: "zoomed-text", way: "resizes", look: { isOutlined: true } },
  { rule: "orientation-lock", way: "resizes", look: { isWhole: true } },
  { rule: "control-contrast", way: "looks", take: showContrast },
  { rule: "text-spacing", way: "looks", take: showSpacing },
  { rule: "focus-visible", way: "drives", take: showFocus() },
  { rule: "hidden-focus-stop", way: "drives", take: showFocus({ isWhole: true }) },
  { rule: "focus-obscured", way: "drives", take: showCover },
  { rule: "keyboard-trap", way: "drives", take: showTrap },
  { rule: "change-on-focus", way: "drives", take: showReaction },
  { rule: "hover-content", way: "drives", take: showHover },
  { rule: "hover-only", way: "drives", take: showHover },
  { rule: "down-event", way: "drives", take: showPress },
];
