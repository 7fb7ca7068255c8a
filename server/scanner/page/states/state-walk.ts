import type { StateAction } from "../../states";
import type { createShownText } from "../rules/shown-text";
import type { createOpenerList, createOpenerPicker, createOpenerRisk, Opener, OpenerParts } from "./list-openers";
import type { createClipper, createShownReader, ShownElements } from "./shown-reader";
import type { createStateParts, findOutermost, StateParts } from "./state-parts";

interface Point {
  x: number;
  y: number;
}

/** An opener, as the scanner knows it outside the page. */
export interface ListedOpener extends Pick<Opener, "key" | "name" | "turn" | "isDeclared"> {
  action: StateAction;
  /** Whether it is in the part of the page that has appeared last. */
  isNew: boolean;
  /** Whether it is in a part that is the same on many pages, such as the header. */
  isShared: boolean;
}

/** Uses what opens something on the page. */
export interface StateWalk extends StateParts {
  listOpeners(): ListedOpener[];
  /** Scrolls an opener into view. Returns its centre; null if it is no longer on the page or something covers it. */
  aimAtOpener(key: string): Point | null;
  focusOpener(key: string): boolean;
  /** Waits until what people can see no longer changes, for at most this time. */
  untilSteady(maxMs: number): Promise<void>;
  /** Scrolls down by one window. Returns whether there is more below. */
  scrollOn(): boolean;
}

interface Parts extends OpenerParts {
  createClipper: typeof createClipper;
  createOpenerList: typeof createOpenerList;
  createOpenerPicker: typeof createOpenerPicker;
  createPointFinder: typeof createPointFinder;
  createOpenerRisk: typeof createOpenerRisk;
  createShownReader: typeof createShownReader;
  createShownText: typeof createShownText;
  createStateParts: typeof createStateParts;
  findOutermost: typeof findOutermost;
  waitUntilSteady: typeof waitUntilSteady;
}

/** Runs in the page: waits until what people can see keeps its size, for at most this time. */
export const waitUntilSteady = async (readShown: () => ShownElements, maxMs: number): Promise<void> => {
  const PAUSE = 100;
  const look = (): string =>
    [...readShown().keys()].map((element) => Math.round(element.getBoundingClientRect().height)).join();
  let before = look();
  for (let waited = 0; waited < maxMs; waited += PAUSE) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    const now = look();
    if (now === before) return;
    before = now;
  }
};

/** Runs in the page: returns where to click an element; null if something else is there. */
export const createPointFinder = (
  text: Pick<ReturnType<typeof createShownText>, "centreOf">,
): ((element: Element) => Point | null) => {
  const elementAt = ({ x, y }: Point): Element | null => {
    let found = document.elementFromPoint(x, y);
    for (let root = found?.shadowRoot; root; root = found?.shadowRoot) {
      const inner = root.elementFromPoint(x, y);
      if (inner === null || inner === found) break;
      found = inner;
    }
    return found;
  };
  const openPointOf = (element: Element): Point | null => {
    const point = text.centreOf(element);
    return element.contains(elementAt(point)) ? point : null;
  };
  /** The centre of a whole menu item is often outside the link inside it. */
  return (element) => {
    const inner = element.querySelector("a, button, span");
    return openPointOf(element) ?? (inner && openPointOf(inner));
  };
};

/** Runs in the page. */
export const createStateWalk = (parts: Parts): StateWalk & { changedRoots(): Element[] } => {
  const readShown = parts.createShownReader(parts.createClipper());
  const text = parts.createShownText();
  const risk = parts.createOpenerRisk(parts, parts.createRiskReader());
  const list = parts.createOpenerList(parts, parts.createOpenerPicker(parts, risk), text);
  const pointIn = parts.createPointFinder(text);
  const known = new Map<string, Opener>();
  let used: Opener | null = null;
  const { isInChange, ...states } = parts.createStateParts(readShown, parts.findOutermost, () =>
    used === null || used.action === "point_at" ? null : used.element,
  );
  const find = (key: string): Opener | null => list(readShown()).find((opener) => opener.key === key) ?? null;
  const aim = (key: string): Opener | null => {
    const earlier = known.get(key);
    const opener = earlier?.element.isConnected ? earlier : find(key);
    opener?.element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    used = opener;
    return opener;
  };
  return {
    ...states,
    listOpeners: () =>
      list(readShown()).map((opener) => {
        const { element, ...facts } = opener;
        known.set(opener.key, opener);
        const isShared = element.closest("header, footer, nav, [role='banner'], [role='contentinfo']") !== null;
        return { ...facts, isNew: isInChange(element), isShared };
      }),
    aimAtOpener: (key) => {
      const opener = aim(key);
      return opener && pointIn(opener.element);
    },
    focusOpener: (key) => {
      const element = aim(key)?.element;
      if (element instanceof HTMLElement) element.focus({ preventScroll: true });
      return element?.matches(":focus") ?? false;
    },
    untilSteady: (maxMs) => parts.waitUntilSteady(readShown, maxMs),
    scrollOn: () => {
      scrollBy({ top: innerHeight * 0.9, behavior: "instant" });
      return scrollY + innerHeight < document.documentElement.scrollHeight - 4;
    },
  };
};
