import type { createCutReader, createLayoutReader } from "./find-cut-text";
import type { Observations } from "./observations";
import type { Outcome } from "./own-rule";
import type { LineReader } from "./read-lines";
import type { createSightReader } from "./read-sight";
import type { judgeCutText, measureText, PageText } from "./test-spacing";

/** Boxes that cut off what doesn't fit, and that don't grow when zooming in leaves less room for their text. */
export interface ZoomedBoxes {
  /** Remembers the boxes in the usual window and the text in them. */
  startBoxes(texts: readonly Text[]): void;
  /** Returns the number of boxes that cut off text in the narrow window, but nothing in the usual window. */
  countCuttingBoxes(): number;
  /** Of the boxes that `countCuttingBoxes` counted, records those that cut off text in the current window. */
  noteCuttingBoxes(): void;
}

export interface ZoomedBoxTools {
  createBoxFinder: typeof createBoxFinder;
  createCutReader: typeof createCutReader;
  createLayoutReader: typeof createLayoutReader;
  createSightReader: typeof createSightReader;
  judgeCutText: typeof judgeCutText;
  measureText: typeof measureText;
}

/** Finds boxes that cut off what doesn't fit, and remembers their height. */
interface BoxFinder {
  /** Remembers the boxes around these text nodes. Returns the text nodes in boxes that cut off what doesn't fit. */
  startIn(texts: readonly Text[]): Text[];
  hasGrown(box: Element): boolean;
  /** Reports whether the box is small, and a link or button around, in or beside it may lead to its full text. */
  isTeaser(box: Element): boolean;
}

/** Runs in the page. */
export const createBoxFinder = (): BoxFinder => {
  const MOST_LEVELS = 40;
  const [LEAST_HEIGHT, TALLEST, TEASER] = [30, 1.2, 0.5];
  let heights = new Map<Element, number>();
  let usualHeight = 0;
  const heightOf = (box: Element): number => box.getBoundingClientRect().height;
  /**
   * Reports whether an element cuts off what doesn't fit in its height. Leaves out boxes that are much taller than the
   * window, because they usually contain the whole page.
   */
  const isBox = (element: Element): boolean => {
    const { overflowY, position } = getComputedStyle(element);
    const height = heightOf(element);
    const isUsual = height >= LEAST_HEIGHT && height <= innerHeight * TALLEST;
    return isUsual && /^(?:hidden|clip)$/.test(overflowY) && position !== "fixed";
  };
  const isInBox = (text: Text, known: Map<Element, boolean>): boolean => {
    let isIn = false;
    let outer: Element | null = text.parentElement;
    for (let level = 0; outer && outer !== document.body && level < MOST_LEVELS; level += 1) {
      const is = known.get(outer) ?? isBox(outer);
      known.set(outer, is);
      isIn ||= is;
      outer = pageTree.parentOf(outer);
    }
    return isIn;
  };
  return {
    startIn: (texts) => {
      const known = new Map<Element, boolean>();
      const found = texts.filter((text) => isInBox(text, known));
      heights = new Map([...known].flatMap(([box, is]) => (is ? [[box, heightOf(box)] as const] : [])));
      usualHeight = innerHeight;
      return found;
    },
    hasGrown: (box) => heightOf(box) > (heights.get(box) ?? 0) + 1,
    isTeaser: (box) => {
      const around = box.closest("a, button, article, li, [class*='card' i], [class*='teaser' i]") ?? box;
      const hasLink = around.matches("a, button") || around.querySelector("a[href]") !== null;
      return hasLink && (heights.get(box) ?? 0) < usualHeight * TEASER;
    },
  };
};

/** Runs in the page. */
export const createZoomedBoxes = (
  tools: ZoomedBoxTools,
  reader: LineReader,
  note: Observations["note"],
): ZoomedBoxes => {
  const [MOST_TEXTS, MOST_BOXES, LOWEST] = [300, 20, 15];
  const { isScripted } = tools.createSightReader();
  const boxes = tools.createBoxFinder();
  let before: PageText | null = null;
  let suspects: ReadonlySet<Element> = new Set();
  const measure = (texts: readonly Text[]): PageText =>
    tools.measureText(texts, reader, tools.createCutReader(tools.createLayoutReader()));
  /** Returns the boxes that cut off text now but didn't before, and that haven't grown. */
  const findCutting = (was: PageText): Map<Element, Outcome> => {
    const busy = new Set([...was.cut.values()].map(({ cutter }) => cutter));
    const found = new Map<Element, Outcome>();
    for (const [text, cut] of measure([...was.pieces.keys()].filter(({ isConnected }) => isConnected)).cut) {
      const { cutter, axis } = cut;
      const isNew = axis === "y" && !was.cut.has(text) && !busy.has(cutter);
      const isOpen = cutter.getBoundingClientRect().height >= LOWEST;
      if (!isNew || !isOpen || boxes.hasGrown(cutter) || found.get(cutter) === false) continue;
      const judged = tools.judgeCutText(text.parentElement ?? cutter, cut);
      if (judged) found.set(cutter, judged.outcome);
    }
    return found;
  };
  return {
    startBoxes: (texts) => {
      const inBoxes = boxes.startIn(texts).slice(0, MOST_TEXTS);
      before = inBoxes.length > 0 ? measure(inBoxes) : null;
    },
    countCuttingBoxes: () => {
      suspects = new Set(before ? findCutting(before).keys() : []);
      return suspects.size;
    },
    noteCuttingBoxes: () => {
      if (!before || suspects.size === 0) return;
      const found = [...findCutting(before)].filter(([box]) => suspects.has(box)).slice(0, MOST_BOXES);
      for (const [box, outcome] of found)
        note("clipped-text", [box], isScripted(box) || boxes.isTeaser(box) ? undefined : outcome);
    },
  };
};
