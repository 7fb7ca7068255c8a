import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "../browser/open-tab";
import type { Excluded, ScreenshotOptions } from "../page-result";
import type { FurtherView } from "../views";
import { callProbeWithRetry, settle } from "./call-probe-with-retry";
import { findAnimatedImages, type ImageMemory } from "./find-animated-images";
import { findClickOnly } from "./find-click-only";
import { findContextChanges } from "./find-context-changes";
import { findDownEvents } from "./find-down-events";
import { findFaintControls } from "./find-faint-controls";
import type { RingMemory } from "./find-faint-focus";
import { findFocusChanges, listenersForFocus } from "./find-focus-changes";
import { type FormMemory, findFormErrors } from "./find-form-errors";
import { type FocusMemory, findHiddenFocus } from "./find-hidden-focus";
import { findHoverContent, type HoverMemory } from "./find-hover-content";
import { findKeyboardTraps } from "./find-keyboard-traps";
import { findObscuredFocus } from "./find-obscured-focus";
import { findPlainToggles, type ToggleMemory } from "./find-plain-toggles";
import { findShortcuts } from "./find-shortcuts";
import { findStaleStates, type StatedMemory } from "./find-stale-states";
import { findStateContrast, type StateMemory } from "./find-state-contrast";
import { findWrongLanguages } from "./find-wrong-languages";
import {
  type CallWithNodes,
  callEachWithNodes,
  callWithNodes,
  type Listener,
  listFrames,
  listListeners,
  nodesThatListen,
  PageScriptError,
} from "./isolated-world";
import { joinEngines } from "./join-engines";
import { narrowSize } from "./narrow-size";
import { isInterruption, PageFailure } from "./page-failure";
import { callProbeWithNodes } from "./probe/probe-script";
import type { AxeFindings } from "./probe/run-axe";
import { restPointer } from "./rest-pointer";
import type { ObservedRuleId } from "./rules/observed-rules";
import type { OperationElements } from "./rules/operation-notes";
import { runSecondEngine } from "./run-second-engine";
import { settleContrast } from "./settle-contrast";
import { drivenRules, stepRules } from "./step-rules";
import { type TakenStrip, takeStrips } from "./strips/take-strips";
import { locateLaterElements, type PagePicture, takeScreenshot } from "./take-screenshot";
import { untilStuck } from "./until-stuck";
import { findInDark } from "./views/find-in-dark";
import { findInForcedColours, toReview } from "./views/find-in-forced-colours";
import { findWithMotion } from "./views/find-with-motion";
import { joinView, type ViewFindings } from "./views/join-view";
import { rulesInView, withoutUnclearContrast } from "./views/view-rules";
import { leaveSealed, withoutRequests } from "./without-requests";

const MAX_SHOWN_URL = 200;

/**
 * Throws PageFailure if another document has replaced the page since `watch.noteMoves` was called, because the results
 * may describe that document.
 */
const assertNotMoved = ({ watch: { movedTo } }: Pick<Tab, "watch">): void => {
  if (movedTo === null) return;
  const shown = movedTo.slice(0, MAX_SHOWN_URL);
  throw new PageFailure("navigated_away", `During the scan, the page moved to another URL: ${shown}`);
};

const NODE_LIMITS = { nodesPerRule: 500, nodesPerPage: 5_000 };

/** Movement is watched in short steps, for at most nine seconds. */
const MOVEMENT_STEPS = 30;
const TEXT_STEPS = 30;
const mouseEvents = ["click", "mousedown", "mouseup", "dblclick", "pointerdown", "pointerup"];
/** Pages can have many hidden elements with listeners, such as the items of closed menus. */
const MAX_LISTENING = 1_000;
const MAX_FRAMES = 5;
const LEAST_ZOOMED = 640;
/** Time for scripts to fit the page into a narrow window, including their delays and transitions. */
const LATE_FIT_MS = 1_000;
/** In a narrower window, the `zoomed-text` rule is never reported as passed. */
const LEAST_ENLARGED = 900;

/** Rules that need to know the page's event listeners. */
export const listeningRules: readonly string[] = [
  "mouse-only",
  "control-role",
  "key-activation",
  "dragging",
  "motion-control",
  "keyboard-trap",
  "change-on-focus",
  "change-on-input",
  "hover-content",
  "hover-only",
  "click-only",
  "down-event",
  "character-shortcut",
  "dialog-focus",
  "silent-status",
];

/** Returns null if the page prevents the work by navigating or by causing one of our scripts to fail. */
const unlessPrevented = async <Result>(work: Promise<Result>): Promise<Result | null> => {
  try {
    return await work;
  } catch (error) {
    if (isInterruption(error) || error instanceof PageScriptError) return null;
    throw error;
  }
};

const keyEvents = ["keydown", "keypress", "keyup"];
const pressEvents = ["mousedown", "pointerdown", "touchstart"];
const moveEvents = [
  ...["blur", "focus", "focusin", "focusout", "mouseleave", "mouseout", "pointercancel", "pointerleave", "pointerout"],
  ...["touchcancel", "dragstart"],
];
const motionEvents = ["devicemotion", "deviceorientation", "deviceorientationabsolute"];

/** Records which elements of a frame listen for which events. */
const observeOperation = async ({ cdp }: Tab, frameId: string, listeners: readonly Listener[]): Promise<void> => {
  const toCall = (name: keyof OperationElements, events: readonly string[]): CallWithNodes => ({
    functionDeclaration: callProbeWithNodes(name),
    nodes: nodesThatListen(listeners, events).slice(0, MAX_LISTENING),
  });
  const calls = [
    toCall("knowMouseListeners", mouseEvents),
    toCall("knowClickListeners", ["click"]),
    toCall("knowPressListeners", pressEvents),
    toCall("knowKeyListeners", keyEvents),
    toCall("knowMoveListeners", moveEvents),
    toCall("knowMotionListeners", motionEvents),
  ].filter(({ nodes }) => nodes.length > 0);
  if (calls.length > 0) await callEachWithNodes(cdp, frameId, calls);
};

/** Frames come first, because an element gets its prototype from the frame in which our scripts first receive it. */
const observeListeners = async (tab: Tab): Promise<Listener[]> => {
  const listeners = await listListeners(tab.cdp);
  const observeFrame = async (frameId: string): Promise<void> => {
    await observeOperation(tab, frameId, listeners);
    await callWithNodes(tab.cdp, frameId, callProbeWithNodes("noteOperation"), []);
  };
  const hasFrames = tab.page.frames().length > 1 && nodesThatListen(listeners, mouseEvents).length > 0;
  // A frame may be gone by now.
  for (const frameId of hasFrames ? (await listFrames(tab.cdp)).slice(0, MAX_FRAMES) : [])
    await observeFrame(frameId).catch(() => undefined);
  await observeOperation(tab, tab.frameId, listeners);
  await callProbeWithRetry(tab, "noteOperation");
  return listeners;
};

const observeLanguages = async (tab: Tab): Promise<void> => {
  const outcomes = await findWrongLanguages(await callProbeWithRetry(tab, "languageParts"));
  if (outcomes.length > 0) await callProbeWithRetry(tab, "noteLanguages", outcomes);
};

/** Results from earlier pages of a scan, which later pages reuse. */
export interface ScanMemory {
  focus: FocusMemory;
  forms: FormMemory;
  hover: HoverMemory;
  images: ImageMemory;
  rings: RingMemory;
  stated: StatedMemory;
  toggles: ToggleMemory;
  states: StateMemory;
}

export const createScanMemory = (): ScanMemory => ({
  focus: new Map(),
  forms: new Map(),
  hover: new Map(),
  images: new Map(),
  rings: new Map(),
  stated: new Map(),
  toggles: new Map(),
  states: new Map(),
});

interface PageState {
  /** Findings on the page before the scanner interacted with it. */
  found: AxeFindings;
  memory: ScanMemory;
  listeners: readonly Listener[];
  /** The rules that ran before the scanner interacted with the page. */
  usual: readonly string[];
  /** The rules to run that interact with the page. */
  wanted: readonly string[];
  views: readonly FurtherView[];
  /** Collects the findings in further views. */
  inViews: ViewFindings[];
}

/** Interacts with the page and returns the findings for these rules; null if the rules can't run. */
type Run = (tab: Tab, rules: string[], state: PageState) => Promise<AxeFindings | null>;

const nothingFound = (rules: readonly string[]): AxeFindings => ({
  rules: rules.map((id) => ({ id, passed: 0, failed: 0, review: 0, violations: [], incomplete: [] })),
  places: [],
  outline: null,
});

/**
 * axe-core rejects an empty list of rules, and the list is empty if the caller wants only rules that interact with the
 * page.
 */
const runAxe = async (tab: Tab, rules: string[], outline = false): Promise<AxeFindings> =>
  rules.length === 0 ? nothingFound([]) : callProbeWithRetry(tab, "axe", { rules, ...NODE_LIMITS, outline });

/** What a step tested. */
interface Tested {
  /** Whether elements failed or need review, which axe then describes. */
  isFound: boolean;
  /** Rules that tested the page as a whole. */
  whole?: readonly ObservedRuleId[];
  /**
   * Rules that report only failures and what needs review, because they couldn't test everything that they apply to.
   */
  untested?: readonly ObservedRuleId[];
}

/**
 * Returns the outcomes of a step's rules. If nothing was found, only counts the passes, because running axe takes much
 * longer. A rule that couldn't run is left out.
 */
const report = async (tab: Tab, rules: string[], { isFound, whole = [], untested = [] }: Tested) => {
  const wholeRules = whole.filter((id) => rules.includes(id));
  if (wholeRules.length > 0) await callProbeWithRetry(tab, "notePage", wholeRules);
  return withoutPasses(isFound ? await runAxe(tab, rules) : await countPasses(tab, rules), untested);
};

/** Leaves out these rules unless they found something. */
const withoutPasses = (found: AxeFindings, untested: readonly string[]): AxeFindings => ({
  ...found,
  rules: found.rules.filter(({ id, failed, review }) => failed + review > 0 || !untested.includes(id)),
});

const countPasses = async (tab: Tab, rules: readonly string[]): Promise<AxeFindings> => {
  const passes = await callProbeWithRetry(tab, "countPasses", rules);
  const found = nothingFound(rules);
  return { ...found, rules: found.rules.map((rule, index) => ({ ...rule, passed: passes[index] ?? 0 })) };
};

const runControls: Run = async (tab, rules) => {
  const { isFound, isWhole } = await findFaintControls(tab);
  return report(tab, rules, { isFound, whole: isWhole ? ["control-contrast"] : [] });
};

/**
 * Also tests the page at 200% zoom if the zoom level of the narrow window hardly enlarges some of the text, or causes
 * text to be cut off.
 */
const observeZoom = async (tab: Tab, size: { width: number; height: number }): Promise<void> => {
  if ((await callProbeWithRetry(tab, "countUnzoomed")) === 0) return;
  await tab.page.setViewportSize({ width: Math.round(size.width / 2), height: Math.round(size.height / 2) });
  await settle(tab);
  await callProbeWithRetry(tab, "noteUnzoomed");
  await tab.page.setViewportSize(narrowSize(size));
  await settle(tab);
};

/**
 * Runs the rules for the narrow view together with `rules`, because axe-core spends most of its time reading the page.
 */
const runInNarrowView = async (tab: Tab, rules: string[], state: PageState): Promise<AxeFindings> => {
  const again = state.views.includes("narrow") ? rulesInView("narrow", state.usual) : [];
  const found = await runAxe(tab, [...rules, ...again]);
  const pick = (ids: readonly string[]) => ({ ...found, rules: found.rules.filter(({ id }) => ids.includes(id)) });
  if (again.length > 0) state.inViews.push({ view: "narrow", found: withoutUnclearContrast(pick(again)) });
  return pick(rules);
};

/** Returns the rules for the narrow window that test the page as a whole. Text size is tested only if there is text. */
const listPassing = async (tab: Tab, rules: readonly string[]): Promise<ObservedRuleId[]> => {
  const hasTexts = await callProbeWithRetry(tab, "hasTexts");
  const whole: ObservedRuleId[] = ["clipped-text", "orientation-lock", "reflow"];
  return [...whole, ...(hasTexts ? (["zoomed-text"] as const) : [])].filter((id) => rules.includes(id));
};

const runNarrow: Run = async (tab, rules, state) => {
  const size = tab.page.viewportSize();
  if (size === null) return null;
  await callProbeWithRetry(tab, "noteTextSizes");
  await tab.page.setViewportSize(narrowSize(size));
  try {
    await settle(tab);
    if (await callProbeWithRetry(tab, "noteNarrowPage")) {
      await sleep(LATE_FIT_MS);
      await callProbeWithRetry(tab, "noteNarrowPage");
    }
    await observeZoom(tab, size);
    await callProbeWithRetry(tab, "notePage", await listPassing(tab, rules));
    const found = await runInNarrowView(tab, rules, state);
    return size.width < LEAST_ENLARGED ? withoutPasses(found, ["zoomed-text"]) : found;
  } finally {
    await tab.page.setViewportSize(size);
  }
};

/**
 * Runs rules at 200% zoom, which makes the window half as wide and half as high. A phone's window is already narrower
 * than that.
 */
const runZoomed: Run = async (tab, _rules, state) => {
  const size = tab.page.viewportSize();
  if (size === null || size.width < LEAST_ZOOMED) return nothingFound([]);
  const own = state.wanted.filter((id) => id === "clipped-text");
  await tab.page.setViewportSize({ width: Math.round(size.width / 2), height: Math.round(size.height / 2) });
  try {
    await settle(tab);
    if (own.length > 0) await callProbeWithRetry(tab, "noteZoomedPage");
    const found = await runAxe(tab, [...own, ...rulesInView("zoom_200", state.usual)]);
    state.inViews.push({ view: "zoom_200", found: withoutUnclearContrast(found) });
  } finally {
    await tab.page.setViewportSize(size);
  }
  return nothingFound([]);
};

const runDark: Run = async (tab, _rules, state) => {
  const rules = rulesInView("dark", state.usual);
  const found = rules.length > 0 ? await findInDark(tab, () => runAxe(tab, rules)) : null;
  if (found) state.inViews.push({ view: "dark", found });
  return nothingFound([]);
};

/** Finds controls that are hard to see once the page's colours are replaced, such as fields without a border. */
const runForcedColours: Run = async (tab, _rules, state) => {
  if (!state.wanted.includes("control-contrast")) return nothingFound([]);
  const found = await findInForcedColours(tab, () => runControls(tab, ["control-contrast"], state));
  if (found) state.inViews.push({ view: "forced_colours", found: toReview(found) });
  return nothingFound([]);
};

const runSpacing: Run = async (tab, rules) => {
  const isLost = await callProbeWithRetry(tab, "noteTextSpacing");
  return report(tab, rules, { isFound: isLost === true, whole: isLost === false ? ["text-spacing"] : [] });
};

const runReactions: Run = async (tab, rules, { listeners }) => {
  const changes = await findFocusChanges(tab, listeners);
  return report(tab, rules, {
    isFound: changes === "found",
    whole: changes === "none" ? ["change-on-focus"] : [],
    untested: changes === "untested" ? ["change-on-focus"] : [],
  });
};

/** If scripts respond to focus, aborts all requests during `work`, so that moving focus can't load another page. */
const whileFocusing = <Result>(tab: Tab, { listeners }: PageState, work: () => Promise<Result>): Promise<Result> =>
  listenersForFocus(listeners).length > 0 ? withoutRequests(tab, work) : work();

const runKeyboard: Run = async (tab, rules, state) => {
  const tested = await whileFocusing(tab, state, async (): Promise<Tested> => {
    const { focus, rings } = state.memory;
    const testsFocus = rules.includes("focus-visible") || rules.includes("focus-contrast");
    const hasFocus = testsFocus && (await findHiddenFocus(tab, focus, rings));
    const traps = rules.includes("keyboard-trap") ? await findKeyboardTraps(tab, state.listeners) : null;
    return {
      isFound: hasFocus || traps?.isFound === true,
      whole: traps?.isWhole ? ["keyboard-trap"] : [],
      untested: traps?.isCut ? ["keyboard-trap"] : [],
    };
  });
  return report(tab, rules, tested);
};

const runPlaces: Run = async (tab, rules, state) =>
  report(tab, rules, { isFound: await whileFocusing(tab, state, () => findObscuredFocus(tab)) });

/** Polls a watch until there is nothing left to observe, but at most `times` times. */
const waitOut = async (tab: Tab, watch: "textWatchLeft" | "movementWatchLeft", times: number): Promise<void> => {
  for (let time = 0; time < times; time += 1) {
    const left = await callProbeWithRetry(tab, watch);
    if (left === 0) return;
    await sleep(left);
  }
};

const runWaiting: Run = async (tab, rules) => {
  await waitOut(tab, "textWatchLeft", TEXT_STEPS);
  const changing = await callProbeWithRetry(tab, "noteChangingText");
  return report(tab, rules, { isFound: changing > 0, whole: ["changing-text"] });
};

const runMoving: Run = async (tab, rules, { memory }) => {
  const moving = await callProbeWithRetry(tab, "noteMotion");
  await waitOut(tab, "movementWatchLeft", MOVEMENT_STEPS);
  const moved = await callProbeWithRetry(tab, "noteMovement");
  const drawn = await callProbeWithRetry(tab, "noteMovingCanvases");
  const images = await findAnimatedImages(tab, memory.images);
  const flashing = await callProbeWithRetry(tab, "noteFlashing");
  const isFound = moving + moved + drawn + images + flashing > 0;
  return report(tab, rules, { isFound, whole: ["flashing", "moving-content"] });
};

/**
 * Finds animations that stop for people who prefer reduced motion. All of them need review, because a person has to
 * decide whether they matter.
 */
const runWithMotion: Run = async (tab, _rules, state) => {
  const rules = state.wanted.filter((id) => id === "moving-content");
  if (rules.length === 0) return nothingFound([]);
  const found = await findWithMotion(tab, async () => {
    const moving = await callProbeWithRetry(tab, "noteMotion");
    return report(tab, rules, { isFound: moving > 0 });
  });
  if (found) state.inViews.push({ view: "motion", found: toReview(found) });
  return nothingFound([]);
};

const runStates: Run = async (tab, rules, { memory }) =>
  report(tab, rules, { isFound: await findStateContrast(tab, memory.states) });

const runHovering: Run = async (tab, rules, { listeners, memory }) =>
  report(tab, rules, { isFound: await findHoverContent(tab, listeners, memory.hover) });

const runPressing: Run = async (tab, rules, { listeners }) =>
  report(tab, rules, { isFound: await findDownEvents(tab, listeners) });

const runChoosing: Run = async (tab, rules, { listeners }) =>
  report(tab, rules, { isFound: await findContextChanges(tab, listeners) });

const runPasting: Run = async (tab, rules) => {
  if (!(await callProbeWithRetry(tab, "hasPasteFields"))) return nothingFound(rules);
  const blocked = await withoutRequests(tab, () => callProbeWithRetry(tab, "noteBlockedPastes"));
  return report(tab, rules, { isFound: blocked > 0 });
};

const runTyping: Run = async (tab, rules, { listeners }) =>
  report(tab, rules, { isFound: await findShortcuts(tab, listeners) });

const runToggling: Run = async (tab, rules, { memory }) =>
  report(tab, rules, { isFound: await findStaleStates(tab, memory.stated) });

const runOpening: Run = async (tab, rules, { memory }) =>
  report(tab, rules, { isFound: await findPlainToggles(tab, memory.toggles) });

const runClicking: Run = async (tab, rules, { listeners }) =>
  report(tab, rules, { isFound: await findClickOnly(tab, listeners) });

/** If nothing was recorded, it isn't known whether there was anything to test, because few forms and buttons reply. */
const runSubmitting: Run = async (tab, rules, { listeners, memory }) => {
  const { hasControls, isFound } = await findFormErrors(tab, listeners, memory.forms);
  return report(tab, rules, { isFound, untested: hasControls ? ["error-text", "silent-error", "silent-status"] : [] });
};

/**
 * Steps in the order in which they run. Waiting comes late, because text that changes at long intervals is noticed only
 * after a while. Choosing, pressing, typing, toggling, opening, submitting and clicking come last, because they may
 * change the page permanently. Submitting comes after opening, because submitting activates buttons and doesn't close
 * what they open.
 */
const steps: readonly { rules: readonly string[]; view?: FurtherView; run: Run }[] = [
  { rules: stepRules.controls, run: runControls },
  { rules: stepRules.spacing, run: runSpacing },
  { rules: stepRules.narrow, view: "narrow", run: runNarrow },
  { rules: [], view: "zoom_200", run: runZoomed },
  { rules: [], view: "dark", run: runDark },
  { rules: [], view: "forced_colours", run: runForcedColours },
  { rules: stepRules.reactions, run: runReactions },
  { rules: stepRules.keyboard, run: runKeyboard },
  { rules: stepRules.places, run: runPlaces },
  { rules: stepRules.moving, run: runMoving },
  { rules: [], view: "motion", run: runWithMotion },
  { rules: stepRules.states, run: runStates },
  { rules: stepRules.hovering, run: runHovering },
  { rules: stepRules.waiting, run: runWaiting },
  { rules: stepRules.pasting, run: runPasting },
  { rules: stepRules.choosing, run: runChoosing },
  { rules: stepRules.pressing, run: runPressing },
  { rules: stepRules.typing, run: runTyping },
  { rules: stepRules.toggling, run: runToggling },
  { rules: stepRules.opening, run: runOpening },
  { rules: stepRules.submitting, run: runSubmitting },
  { rules: stepRules.clicking, run: runClicking },
];

/**
 * Yields the page's findings after resolving unclear contrast with screenshots, then the findings from each step; null
 * for a step that the page prevents. If a page at another URL replaces this one, the step's findings may be about that
 * other page. They are left out, and no further steps run.
 */
async function* drive(tab: Tab, wanted: readonly string[], state: PageState): AsyncGenerator<AxeFindings | null> {
  const hasMoved = (): boolean => tab.watch.movedTo !== null;
  const settled = await unlessPrevented(settleContrast(tab, state.found));
  yield hasMoved() ? state.found : (settled ?? state.found);
  for (const { rules, view, run } of steps) {
    const own = rules.filter((id) => wanted.includes(id));
    const isWanted = own.length > 0 || (view !== undefined && state.views.includes(view));
    if (!isWanted) continue;
    const inEarlierViews = state.inViews.length;
    const work = () => restPointer(tab).then(() => run(tab, own, state));
    const found = hasMoved() ? null : await unlessPrevented(work());
    if (hasMoved()) {
      state.inViews.splice(inEarlierViews);
      return yield null;
    }
    yield found;
  }
}

/**
 * Runs the rules that interact with the page. If the page's scripts make it unresponsive, closes the tab and returns
 * the findings from the previous steps.
 */
const runDriven = async (tab: Tab, wanted: readonly string[], state: PageState) => {
  const found: AxeFindings[] = [];
  let isWhole = true;
  const collect = async (): Promise<"done"> => {
    for await (const findings of drive(tab, wanted, state)) {
      if (findings) found.push(findings);
      else isWhole = false;
    }
    return "done";
  };
  const clock = new AbortController();
  const work = collect();
  const outcome = await Promise.race([work, untilStuck(tab, clock.signal)]).finally(() => clock.abort());
  if (outcome === "done") return { found, isWhole, isOpen: true };
  work.catch(() => undefined);
  await leaveSealed(tab);
  tab.page.close().catch(() => undefined);
  return { found: found.length > 0 ? [...found] : [state.found], isWhole: false, isOpen: false };
};

export interface PageFindings {
  found: AxeFindings[];
  /** Whether all rules ran; false if the page prevented some of the rules that interact with it. */
  isWhole: boolean;
  /** The screenshot; null if none was requested or taken. */
  picture: PagePicture | null;
  strips: TakenStrip[];
  /** The findings from the rules that don't interact with the page, including the page's outline. */
  usual: AxeFindings;
  /** What was left out because of the website's settings; null if they don't exclude any elements. */
  excluded: Excluded | null;
}

interface RunOptions {
  memory: ScanMemory;
  /** The views to test besides the usual one, if the scanner interacts with the page. */
  views: readonly FurtherView[];
  screenshots?: ScreenshotOptions | undefined;
  /** Selectors of elements to leave out of the findings. */
  excludeElements?: readonly string[];
  /** Rules for the second engine, which runs after the rules that don't change the page. */
  secondRules?: readonly string[];
}

const sharesRule = ({ rules }: AxeFindings, { found }: ViewFindings): boolean =>
  rules.some(({ id }) => found.rules.some((rule) => rule.id === id));

/**
 * If the rules take longer than this, no strips are taken, because taking them could make the page exceed its time
 * limit.
 */
const STRIPS_UNTIL_MS = 30_000;

/**
 * Runs the rules that don't change the page, then takes the screenshot, runs the rules that interact with the page, and
 * takes strips. Throws PageFailure if another document replaces the page before the interaction starts.
 */
export const runRules = async (
  tab: Tab,
  rules: readonly string[],
  { memory, views, screenshots, secondRules = [], excludeElements = [] }: RunOptions,
): Promise<PageFindings> => {
  const countExcluded = async (known: Excluded | null): Promise<Excluded | null> =>
    excludeElements.length === 0 ? null : ((await unlessPrevented(callProbeWithRetry(tab, "countExcluded"))) ?? known);
  if (excludeElements.length > 0) await callProbeWithRetry(tab, "excludeElements", excludeElements);
  const started = performance.now();
  const usual = rules.filter((id) => !drivenRules.includes(id));
  const driven = rules.filter((id) => drivenRules.includes(id));
  const needsListeners = rules.some((id) => listeningRules.includes(id));
  const observed = needsListeners ? await unlessPrevented(observeListeners(tab)) : [];
  const listeners = observed ?? [];
  await unlessPrevented(observeLanguages(tab));
  await unlessPrevented(callProbeWithRetry(tab, "noteUsualPage"));
  await unlessPrevented(callProbeWithRetry(tab, "noteStructure"));
  await callProbeWithRetry(tab, "watchText");
  if (driven.includes("moving-content")) {
    await unlessPrevented(callProbeWithRetry(tab, "watchMovement"));
    await unlessPrevented(callProbeWithRetry(tab, "watchCanvases"));
  }
  const found = await runAxe(tab, usual, true);
  const second = await unlessPrevented(runSecondEngine(tab, secondRules, found));
  const isWholeSoFar = observed !== null && (second?.isWhole ?? false);
  const join = (all: readonly AxeFindings[]) => (second ? joinEngines(all, second) : [...all]);
  const excluded = await countExcluded(null);
  const picture = screenshots ? await takeScreenshot(tab, screenshots) : null;
  assertNotMoved(tab);
  if (driven.length === 0)
    return { found: join([found]), isWhole: isWholeSoFar, picture, strips: [], usual: found, excluded };
  const state: PageState = { found, memory, listeners, usual, wanted: driven, views, inViews: [] };
  const { found: inSteps, isWhole, ...driving } = await runDriven(tab, driven, state);
  const isOpen = driving.isOpen && tab.watch.movedTo === null;
  const all = inSteps.map((step) => state.inViews.filter((inView) => sharesRule(step, inView)).reduce(joinView, step));
  const hasLater = all.slice(1).some(({ rules: later }) => later.some(({ failed, review }) => failed + review > 0));
  const complete = picture && isOpen && hasLater ? await locateLaterElements(tab, picture) : picture;
  const mayTake = screenshots && isOpen && hasLater && performance.now() - started < STRIPS_UNTIL_MS;
  const strips = mayTake ? await takeStrips(tab, all) : [];
  return {
    ...{ found: join(all), isWhole: isWhole && isWholeSoFar, picture: complete, strips, usual: found },
    excluded: isOpen ? await countExcluded(excluded) : excluded,
  };
};
