import type { TextLine, TextPiece } from "./read-lines";

/** The element that cuts off part of a piece of text, and the axis along which it does so. */
export interface CutText {
  cutter: Element;
  axis: "x" | "y";
}

interface Layout {
  cutsX: boolean;
  cutsY: boolean;
  scrollsX: boolean;
  scrollsY: boolean;
  /** Whether only a part of the contents is visible, and people can scroll to the rest. */
  isScroller: boolean;
  position: string;
  /** Whether absolutely positioned descendants are positioned relative to this element. */
  isContaining: boolean;
  box: DOMRect;
}

export interface CutReader {
  /** Returns the first element that cuts off a noticeable part of the text; null if none does. */
  cutterOf(piece: TextPiece): CutText | null;
  /** Leaves out the parts of lines that are scrolled out of view in scrollable areas of the page. */
  linesInView(piece: TextPiece): TextLine[];
  /** Reports whether an element or one of its ancestors stays in place while the page scrolls. */
  isPinned(element: Element): boolean;
}

export interface LayoutReader {
  layoutOf(element: Element): Layout;
  /** Lists an element and the ancestors that may cut it off or scroll it, innermost first. */
  listOuter(element: Element): Element[];
}

/** Runs in the page. Each state of the page needs a separate reader, because the reader caches the layout. */
export const createLayoutReader = (): LayoutReader => {
  const layouts = new Map<Element, Layout>();
  const readLayout = (element: Element): Layout => {
    const { display, overflowX, overflowY, position, transform, filter, contain } = getComputedStyle(element);
    const isRoot = element === document.body || element === document.documentElement;
    const canCut = !isRoot && display !== "inline" && display !== "contents";
    const cuts = (overflow: string): boolean => canCut && (overflow === "hidden" || overflow === "clip");
    const scrolls = (overflow: string): boolean => isRoot || overflow === "auto" || overflow === "scroll";
    return {
      cutsX: cuts(overflowX),
      cutsY: cuts(overflowY),
      scrollsX: scrolls(overflowX),
      scrollsY: scrolls(overflowY),
      isScroller: canCut && [overflowX, overflowY].some(scrolls),
      position,
      isContaining: position !== "static" || transform !== "none" || filter !== "none" || contain !== "none",
      box: element.getBoundingClientRect(),
    };
  };
  const layoutOf = (element: Element): Layout => {
    const layout = layouts.get(element) ?? readLayout(element);
    layouts.set(element, layout);
    return layout;
  };
  return {
    layoutOf,
    listOuter: (element) => {
      const found: Element[] = [];
      let escapes = false;
      for (let outer: Element | null = element; outer; outer = pageTree.parentOf(outer)) {
        const layout = layoutOf(outer);
        if (escapes && !layout.isContaining) continue;
        found.push(outer);
        escapes = layout.position === "absolute";
        if (layout.position === "fixed") break;
      }
      return found;
    },
  };
};

/** Runs in the page. */
export const createCutReader = ({ layoutOf, listOuter }: LayoutReader): CutReader => {
  const isCutX = ({ left, right, size }: TextLine, box: DOMRect): boolean =>
    Math.max(0, box.left + scrollX - left) + Math.max(0, right - box.right - scrollX) > size * 0.75;
  const isCutY = ({ top, bottom }: TextLine, box: DOMRect): boolean => {
    const seen = Math.min(bottom, box.bottom + scrollY) - Math.max(top, box.top + scrollY);
    return seen < (bottom - top) / 2;
  };
  const isCut = (lines: readonly TextLine[], { cutsX, cutsY, box }: Layout, axis: "x" | "y"): boolean =>
    axis === "x" ? cutsX && lines.some((line) => isCutX(line, box)) : cutsY && lines.some((line) => isCutY(line, box));
  /** Lists the elements that may cut off an element, each with an axis along which no element in between scrolls. */
  const listCutters = (element: Element): { cutter: Element; axis: "x" | "y" }[] => {
    const cutters: { cutter: Element; axis: "x" | "y" }[] = [];
    let [isFixedX, isFixedY] = [true, true];
    for (const outer of listOuter(element)) {
      if (isFixedY) cutters.push({ cutter: outer, axis: "y" });
      if (isFixedX) cutters.push({ cutter: outer, axis: "x" });
      isFixedX &&= !layoutOf(outer).scrollsX;
      isFixedY &&= !layoutOf(outer).scrollsY;
    }
    return cutters;
  };
  const inView = (line: TextLine, { left, right, top, bottom }: DOMRect): TextLine => ({
    size: line.size,
    left: Math.max(line.left, left + scrollX),
    right: Math.min(line.right, right + scrollX),
    top: Math.max(line.top, top + scrollY),
    bottom: Math.min(line.bottom, bottom + scrollY),
  });
  return {
    cutterOf: ({ element, lines }) =>
      listCutters(element).find(({ cutter, axis }) => isCut(lines, layoutOf(cutter), axis)) ?? null,
    linesInView: ({ element, lines }) =>
      listOuter(element)
        .map(layoutOf)
        .filter(({ isScroller }) => isScroller)
        .reduce<TextLine[]>((seen, { box }) => seen.map((line) => inView(line, box)), lines)
        .filter(({ left, right, top, bottom }) => right - left >= 1 && bottom - top >= 1),
    isPinned: (element) => listOuter(element).some((outer) => /fixed|sticky/.test(layoutOf(outer).position)),
  };
};
