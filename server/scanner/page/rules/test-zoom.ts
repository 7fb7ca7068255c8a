import type { Observations } from "./observations";
import type { createLineReader } from "./read-lines";
import type { createZoomedBoxes, ZoomedBoxTools } from "./test-zoomed-boxes";

export interface ZoomTest {
  /** Reports whether there was text when `noteTextSizes` was called, in a window that is wide enough to test it. */
  hasTexts(): boolean;
  /** Remembers the size of the text in the usual window, and the boxes that may cut it off. */
  noteTextSizes(): void;
  /**
   * Returns the number of pieces of text that are hardly enlarged at the zoom level of the narrow window, plus the
   * number of boxes that cut off text at that zoom level.
   */
  countUnzoomed(): number;
  /**
   * Of the text that `countUnzoomed` counted, records what is still hardly enlarged at the zoom level of the current
   * window. Also records the boxes that cut off text in the current window.
   */
  noteUnzoomed(): void;
}

interface Tools extends ZoomedBoxTools {
  createLineReader: typeof createLineReader;
  createZoomedBoxes: typeof createZoomedBoxes;
  hasTextSizeControl: typeof hasTextSizeControl;
}

/** Runs in the page: reports whether the page may have its own controls for text size. */
export const hasTextSizeControl = (): boolean => {
  const label = /^\s*A\s*[+−–-]|^\s*[+−–-]\s*A\b|text.?size|font.?size|larger text|schriftgr|taille d[eu] t|tamaño/i;
  return pageTree
    .findAll("button, a, input, select, label, [role='button'], [onclick]")
    .slice(0, 2_000)
    .some(
      (control) =>
        ["aria-label", "title", "id", "class", "value"].some((name) => label.test(control.getAttribute(name) ?? "")) ||
        label.test((control.textContent ?? "").slice(0, 100)),
    );
};

/**
 * Runs in the page. Zooming makes the window narrower in CSS pixels. If the font size shrinks by the same factor, the
 * text doesn't get larger. Large text, and text on pages with their own controls for text size, need review.
 */
export const createZoomTest = (tools: Tools, note: Observations["note"]): ZoomTest => {
  const MOST = 20;
  const LEAST_WIDTH = 900;
  const LARGE = 48;
  const reader = tools.createLineReader();
  const boxes = tools.createZoomedBoxes(tools, reader, note);
  const sizeOf = (element: Element): number => Number.parseFloat(getComputedStyle(element).fontSize);
  let usualWidth = 0;
  let sizes = new Map<Element, number>();
  let suspects: Element[] = [];
  const growthOf = (element: Element): number =>
    (sizeOf(element) * (usualWidth / innerWidth)) / (sizes.get(element) ?? 1);
  /** There is no lower limit, because text whose size depends on the height of the window may shrink even more. */
  const staysSame = (element: Element): boolean =>
    element.isConnected && element.checkVisibility() && growthOf(element) < 1.15;
  return {
    noteTextSizes: () => {
      usualWidth = innerWidth;
      const all = innerWidth < LEAST_WIDTH ? [] : reader.listTexts();
      const texts = all.slice(0, 1_000);
      boxes.startBoxes(all);
      const elements = texts.flatMap(({ parentElement }) => parentElement ?? []);
      sizes = new Map(elements.map((element) => [element, sizeOf(element)]));
    },
    hasTexts: () => sizes.size > 0,
    countUnzoomed: () => {
      suspects = [...sizes.keys()].filter((element) => sizeOf(element) > 0 && staysSame(element));
      return suspects.length + boxes.countCuttingBoxes();
    },
    noteUnzoomed: () => {
      boxes.noteCuttingBoxes();
      const mayGrow = tools.hasTextSizeControl();
      for (const element of suspects.filter(staysSame).slice(0, MOST)) {
        const isLarge = (sizes.get(element) ?? 0) > LARGE;
        note("zoomed-text", [element], mayGrow || isLarge ? undefined : false);
      }
    },
  };
};
