import type { findCover, listCovers } from "../rules/find-covers";
import type { addSpacing } from "../rules/test-spacing";
import type { ElementBook, PageBox } from "./locate-elements";

/** What the window shows, in CSS pixels. */
export interface StripView {
  /** Size of the window, and how far the page is scrolled. */
  window: PageBox;
  /** Device pixels per CSS pixel. */
  density: number;
  /** Where the element is in the window; null if it has no box. */
  box: PageBox | null;
}

/** Puts the page into the states that the strips for its findings show. Elements are given as ElementBook numbers. */
export interface StripViews {
  /** Scrolls an element to the middle of the window. */
  showNoted(number: number): void;
  /** Focuses an element as the Tab key would, without scrolling. Returns whether the element has focus. */
  focusNoted(number: number): boolean;
  /**
   * Scrolls an element to an edge of the window where something covers it, and focuses the element. Returns whether it
   * is covered.
   */
  focusCovered(number: number): boolean;
  /** Reports whether one of these elements, or something inside it, has focus. */
  isFocusAmong(numbers: readonly number[]): boolean;
  viewOf(number: number): StripView;
  /** Applies the text spacing from WCAG 1.4.12, or restores the usual spacing. */
  spaceText(isSpaced: boolean): void;
}

interface Parts {
  addSpacing: typeof addSpacing;
  findCover: typeof findCover;
  listCovers: typeof listCovers;
}

/** Runs in the page. */
export const createStripViews = (parts: Parts, book: Pick<ElementBook, "elementAt">): StripViews => {
  let removeSpacing: (() => void) | null = null;
  const hasFocus = (element: Element | null): boolean => element?.matches(":focus, :focus-within") ?? false;
  const focus = (element: Element | null, options: FocusOptions & { focusVisible: boolean }): boolean => {
    if (element instanceof HTMLElement || element instanceof SVGElement) element.focus(options);
    return element?.matches(":focus") ?? false;
  };
  const isCoveredAt = (element: HTMLElement, block: "start" | "end"): boolean => {
    element.scrollIntoView({ block, behavior: "instant" });
    return (
      focus(element, { preventScroll: true, focusVisible: true }) &&
      parts.findCover(element, parts.listCovers()) !== null
    );
  };
  return {
    showNoted: (number) => book.elementAt(number)?.scrollIntoView({ block: "center", behavior: "instant" }),
    focusNoted: (number) => focus(book.elementAt(number), { preventScroll: true, focusVisible: true }),
    focusCovered: (number) => {
      const element = book.elementAt(number);
      return element instanceof HTMLElement && (isCoveredAt(element, "end") || isCoveredAt(element, "start"));
    },
    isFocusAmong: (numbers) => numbers.some((number) => hasFocus(book.elementAt(number))),
    viewOf: (number) => {
      const element = book.elementAt(number);
      const { x, y, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
      return {
        window: { x: scrollX, y: scrollY, width: innerWidth, height: innerHeight },
        density: devicePixelRatio,
        box: width * height < 1 ? null : { x, y, width, height },
      };
    },
    spaceText: (isSpaced) => {
      removeSpacing?.();
      removeSpacing = isSpaced ? parts.addSpacing(pageTree.listRoots()) : null;
    },
  };
};
