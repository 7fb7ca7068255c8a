import type { StateAction } from "../../states";
import type { createShownText } from "../rules/shown-text";
import type { createOpenerList, createOpenerPicker, createOpenerRisk, Opener, OpenerParts } from "./list-openers";
import type {
  createCloserFinder,
  createScroller,
  findPlaceBeside,
  isMoving,
  listOpenerKeys,
  OpenerKey,
} from "./opener-moves";
import type { createClipper, createShownReader, ShownElements } from "./shown-reader";
import type { createStateParts, findOutermost, StateParts } from "./state-parts";

interface Point {
  x: number;
  y: number;
}

/** A text field, a list of options, or anything else. */
export type OpenerControl = "text" | "list" | "other";

/** An opener, as the scanner knows it outside the page. */
export interface ListedOpener extends Pick<Opener, "key" | "name" | "turn" | "isDeclared" | "isGuess"> {
  action: StateAction;
  control: OpenerControl;
  /** Whether the opener is in the part of the page that appeared last. */
  isNew: boolean;
  /** Whether the opener is in a part that is the same on many pages, such as the header. */
  isShared: boolean;
}

/** Uses elements that open something on the page. */
export interface StateWalk extends StateParts {
  listOpeners(): ListedOpener[];
  /** Returns the links in the content that has appeared. */
  linksInState(): { url: string; text: string }[];
  /** Scrolls an opener into view. Returns its centre; null if it is no longer on the page or something covers it. */
  aimAtOpener(key: string): Point | null;
  focusOpener(key: string): boolean;
  /** Returns the keys that may activate an opener that has focus, in the order to try them. */
  keysForOpener(key: string): OpenerKey[];
  /**
   * Focuses the tab before the given one. Returns the key that leads from there to the given tab; null if the given tab
   * is the first.
   */
  focusTabBefore(key: string): "ArrowDown" | "ArrowRight" | null;
  /** Returns where to click the button that closes the part of a state; null if there is no such button. */
  aimAtCloser(level: number): Point | null;
  /** Returns a point beside the part of a state where a click doesn't activate anything; null if there is none. */
  aimBeside(level: number): Point | null;
  /** Waits until the visible content has stopped changing, for at most `maxMs`. */
  untilSteady(maxMs: number): Promise<void>;
  /**
   * Scrolls down the page and up to three scrollable parts of it, by one window height or to the end. Returns whether
   * there was more content below.
   */
  scrollOn(isToEnd: boolean): boolean;
}

/** The probe functions that are called with nodes. */
export interface OpenerListeners {
  /** Remembers nodes that listen for the pointer to reach them. */
  noteHoverOpeners(...nodes: Node[]): void;
  noteClickOpeners(...nodes: Node[]): void;
}

interface Parts extends OpenerParts {
  controlOf: typeof controlOf;
  findPlaceBeside: typeof findPlaceBeside;
  findTabBefore: typeof findTabBefore;
  focusQuietly: typeof focusQuietly;
  createCloserFinder: typeof createCloserFinder;
  createClipper: typeof createClipper;
  createOpenerList: typeof createOpenerList;
  createOpenerPicker: typeof createOpenerPicker;
  createPointFinder: typeof createPointFinder;
  createOpenerRisk: typeof createOpenerRisk;
  createShownReader: typeof createShownReader;
  createShownText: typeof createShownText;
  createStateParts: typeof createStateParts;
  createScroller: typeof createScroller;
  createStateLinks: typeof createStateLinks;
  isInSharedPart: typeof isInSharedPart;
  isMoving: typeof isMoving;
  listOpenerKeys: typeof listOpenerKeys;
  findOutermost: typeof findOutermost;
  waitUntilSteady: typeof waitUntilSteady;
}

/**
 * Runs in the page: waits, for at most `maxMs`, until the size of the visible content has stopped changing and no
 * animation that will soon end is running.
 */
export const waitUntilSteady = async (
  readShown: () => ShownElements,
  hasChanged: () => boolean,
  isAnimated: () => boolean,
  maxMs: number,
): Promise<void> => {
  const PAUSE = 100;
  if (!hasChanged() && !isAnimated()) return;
  const look = (): string =>
    [...readShown().keys()].map((element) => Math.round(element.getBoundingClientRect().height)).join();
  let before = look();
  for (let waited = 0; waited < maxMs; waited += PAUSE) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    const now = look();
    if (now === before && !isAnimated()) return;
    before = now;
  }
};

/**
 * Runs in the page: returns a function that locates the point at which to click an element. The function returns null if
 * something else covers the element.
 */
export const createPointFinder = (
  text: Pick<ReturnType<typeof createShownText>, "centreOf">,
): ((element: Element) => Point | null) => {
  const openPointOf = (element: Element): Point | null => {
    const point = text.centreOf(element);
    const topmost = pageTree.elementAt(point.x, point.y);
    return topmost && pageTree.contains(element, topmost) ? point : null;
  };
  /** Also tries the link inside a menu item, because the centre of the item is often outside the link. */
  return (element) => {
    const inner = element.querySelector("a, button, span");
    return openPointOf(element) ?? (inner && openPointOf(inner));
  };
};

/** Runs in the page. */
export const controlOf = (element: Element): OpenerControl => {
  if (element instanceof HTMLSelectElement) return "list";
  const isText = element instanceof HTMLInputElement && !/^(?:radio|checkbox|button|submit|image)$/.test(element.type);
  return isText ? "text" : "other";
};

/** Runs in the page: focuses an element. Returns false if it can't receive focus. */
export const focusQuietly = (element: Element | undefined): boolean => {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
  return element?.matches(":focus") ?? false;
};

/** Runs in the page: returns the tab before another one; null if there is none. */
export const findTabBefore = (tab: Element | undefined): { tab: Element; isVertical: boolean } | null => {
  const group = tab?.closest("[role='tablist']");
  const tabs = [...(group?.querySelectorAll("[role='tab']") ?? [])];
  const before = tab && tabs[tabs.indexOf(tab) - 1];
  return before ? { tab: before, isVertical: group?.getAttribute("aria-orientation") === "vertical" } : null;
};

/** Runs in the page: reports whether an element is in a part that is often the same on many pages. */
export const isInSharedPart = (element: Element): boolean =>
  pageTree.closest(element, "header, footer, nav, [role='banner'], [role='contentinfo']") !== null;

/** Runs in the page. */
export const createStateLinks =
  (isInChange: (element: Element) => boolean): StateWalk["linksInState"] =>
  () =>
    pageTree
      .findAll<HTMLAnchorElement | HTMLAreaElement>("a[href]:not(svg a), area[href]")
      .filter((link) => /^https?:/.test(link.href) && isInChange(link))
      .slice(0, 200)
      .map(({ href, textContent }) => ({ url: href, text: (textContent ?? "").slice(0, 2_000).trim().slice(0, 200) }));

/** Runs in the page. */
export const createStateWalk = (parts: Parts): StateWalk & OpenerListeners & { changedRoots(): Element[] } => {
  const readShown = parts.createShownReader(parts.createClipper());
  const text = parts.createShownText();
  const risk = parts.createOpenerRisk(parts, parts.createRiskReader(), parts.nameOpener);
  const [listening, clickable] = [new Set<Node>(), new Set<Node>()];
  const list = parts.createOpenerList(parts, parts.createOpenerPicker(parts, risk, clickable), text, listening);
  const pointIn = parts.createPointFinder(text);
  const [known, usedBefore] = [new Map<string, Opener>(), new WeakSet<Element>()];
  let used: Opener | null = null;
  const usedElement = () => (used === null || used.action === "point_at" ? null : used.element);
  const { isInChange, stateRoots, hasMutated, ...states } = parts.createStateParts(
    readShown,
    parts.findOutermost,
    usedElement,
  );
  const findCloser = parts.createCloserFinder(text.isVisible);
  const find = (key: string): Opener | null => list(readShown()).find((opener) => opener.key === key) ?? null;
  const aim = (key: string): Opener | null => {
    const earlier = known.get(key);
    const opener = earlier?.element.isConnected ? earlier : find(key);
    opener?.element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    used = opener;
    if (opener) usedBefore.add(opener.element);
    return opener;
  };
  const isNewOpener = (element: Element): boolean => isInChange(element) && !usedBefore.has(element);
  return {
    ...states,
    noteHoverOpeners: (...nodes) => nodes.forEach((node) => void listening.add(node)),
    noteClickOpeners: (...nodes) => nodes.forEach((node) => void clickable.add(node)),
    listOpeners: () =>
      list(readShown()).map((opener) => {
        const { element, ...facts } = opener;
        known.set(opener.key, opener);
        const place = { isNew: isNewOpener(element), isShared: parts.isInSharedPart(element) };
        return { ...facts, control: parts.controlOf(element), ...place };
      }),
    linksInState: parts.createStateLinks(isInChange),
    aimAtOpener: (key) => {
      const opener = aim(key);
      return opener && pointIn(opener.element);
    },
    focusOpener: (key) => parts.focusQuietly(aim(key)?.element),
    keysForOpener: (key) => parts.listOpenerKeys(known.get(key)?.element ?? null),
    focusTabBefore: (key) => {
      const before = parts.findTabBefore(aim(key)?.element);
      if (!before || !parts.focusQuietly(before.tab)) return null;
      return before.isVertical ? "ArrowDown" : "ArrowRight";
    },
    aimAtCloser: (level) => {
      const closer = findCloser(stateRoots(level));
      return closer && pointIn(closer);
    },
    aimBeside: (level) => parts.findPlaceBeside(stateRoots(level)),
    untilSteady: (maxMs) => parts.waitUntilSteady(readShown, hasMutated, () => parts.isMoving(usedElement()), maxMs),
    scrollOn: parts.createScroller(),
  };
};
