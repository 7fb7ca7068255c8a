import type { Observations } from "./observations";
import type { pathFrom } from "./path-from";
import type { ScrollMemory } from "./scroll-memory";
import type { createShownText } from "./shown-text";
import type { mentionsSignOut, signsOut } from "./signs-out";

interface Point {
  x: number;
  y: number;
}

/**
 * Elements that may respond when the mouse button is pressed on them. Points are relative to the window, in CSS pixels.
 */
export interface PressTargets {
  /** Finds up to five elements that may respond to a press. Returns their number. */
  listPressTargets(): number;
  /**
   * Scrolls an element into view and remembers the text of the page. Returns the element's centre; null if something
   * covers it.
   */
  aimAtPress(target: number): Point | null;
  /** Reports whether the text of the page has changed since the last call to `aimAtPress`. */
  hasPageChanged(): boolean;
  /** Records whether pressing an element is enough for it to act. */
  notePress(target: number, hasActed: boolean): void;
}

export interface PressElements {
  notePressListeners(...nodes: Node[]): void;
}

/** Runs in the page. */
export const createPressTargets = (
  parts: {
    createShownText: typeof createShownText;
    mentionsSignOut: typeof mentionsSignOut;
    pathFrom: typeof pathFrom;
    signsOut: typeof signsOut;
  },
  scroll: ScrollMemory,
  note: Observations["note"],
): PressTargets & PressElements => {
  const MOST = 5;
  const text = parts.createShownText();
  const notPressed =
    "html, body, canvas, input, select, textarea, video, audio, iframe, [contenteditable], [draggable='true'], [role='slider'], [role='combobox'], [role='listbox'], [role='scrollbar']";
  const dragging = /^(?:grab|grabbing|move|crosshair|text|(?:[a-z]+-)?resize)$/;
  const controls = "button, a[href], [role='button'], [role='menuitem'], [role='option'], [role='tab']";
  let listening: readonly Element[] = [];
  let targets: readonly Element[] = [];
  let before = "";
  /** The target and its ancestors, in case the press removes the target. */
  let path: readonly Element[] = [];
  const isTarget = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    const isSmall = width > 4 && height > 4 && width * height < innerWidth * innerHeight * 0.3;
    return (
      isSmall &&
      text.isVisible(element) &&
      !element.matches(notPressed) &&
      !parts.signsOut(element, parts.mentionsSignOut) &&
      !dragging.test(getComputedStyle(element).cursor)
    );
  };
  const kindOf = (element: Element): string => `${element.localName} ${element.getAttribute("class") ?? ""}`;
  /**
   * Returns the element that listens for presses or, if it contains controls, one control of each kind, because the
   * element probably listens for presses on them.
   */
  const targetsIn = (element: Element): Element[] => {
    const inside = element.matches(controls) ? [] : [...element.querySelectorAll(controls)].slice(0, 200);
    if (inside.length === 0) return [element].filter(isTarget);
    return [...new Map(inside.filter(isTarget).map((control) => [kindOf(control), control])).values()];
  };
  return {
    notePressListeners: (...nodes) => {
      listening = nodes.flatMap((node) => (node instanceof Element ? [node] : []));
    },
    listPressTargets: () => {
      targets = [...new Set(listening.flatMap(targetsIn))].slice(0, MOST);
      return targets.length;
    },
    aimAtPress: (number) => {
      const target = targets[number];
      if (!target?.isConnected) return null;
      path = parts.pathFrom(target);
      scroll.scrollTo(target);
      before = text.readPage();
      return text.openCentreOf(target);
    },
    hasPageChanged: () => text.readPage() !== before,
    notePress: (number, hasActed) => {
      const target = targets[number];
      const left = path.find((element) => element.isConnected);
      if (target && left) note("down-event", [left], hasActed ? undefined : true);
    },
  };
};
