interface Point {
  x: number;
  y: number;
}

/** Reads the visible elements that have text of their own. */
export interface ShownText {
  listVisible(): Set<Element>;
  isVisible(element: Element): boolean;
  /** Returns the text of each element, excluding the text of its descendants, in lower case and on one line. */
  textsOf(elements: readonly Element[]): string[];
  /** Returns the visible text of the page, in lower case and on one line. */
  readPage(): string;
  centreOf(element: Element): Point;
  /** Returns the centre of an element; null if something covers it there. */
  openCentreOf(element: Element): Point | null;
  /** Returns the point in one of the elements that is nearest to another point; null if none is in the window. */
  nearestIn(elements: readonly Element[], to: Point): Point | null;
  /**
   * Reports whether one of `others` overlaps the element. Returns false if any of them contains the element or is
   * inside it.
   */
  isCovered(element: Element, others: readonly Element[]): boolean;
}

/** Runs in the page. */
export const createShownText = (): ShownText => {
  const MOST = 3_000;
  const EDGE = 3;
  const ownTextOf = (element: Element): string =>
    [...element.childNodes].map((node) => (node instanceof Text ? node.data.slice(0, 1_000) : "")).join(" ");
  const hasText = (element: Element): boolean => /\S/.test(ownTextOf(element));
  const isVisible = (element: Element): boolean => {
    const { width, height, right, bottom } = element.getBoundingClientRect();
    const isDrawn = element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });
    return isDrawn && width > 1 && height > 1 && right + scrollX > 0 && bottom + scrollY > 0;
  };
  const nearest = (value: number, from: number, to: number): number =>
    Math.min(Math.max(value, Math.min(from + EDGE, to)), Math.max(to - EDGE, from));
  const text: ShownText = {
    listVisible: () => {
      const elements = pageTree
        .findAll(":not(html, head, head *, body, style, script)")
        .slice(0, MOST * 5)
        .filter(hasText);
      return new Set(elements.slice(0, MOST).filter(isVisible));
    },
    isVisible,
    textsOf: (elements) => elements.map((element) => ownTextOf(element).replace(/\s+/g, " ").trim().toLowerCase()),
    centreOf: (element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    },
    readPage: () => text.textsOf([...text.listVisible()]).join(" "),
    openCentreOf: (element) => {
      const point = text.centreOf(element);
      const topmost = pageTree.elementAt(point.x, point.y);
      return topmost && pageTree.contains(element, topmost) ? point : null;
    },
    nearestIn: (elements, to) => {
      const points = elements.map((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return { x: nearest(to.x, left, right), y: nearest(to.y, top, bottom) };
      });
      const distance = ({ x, y }: Point): number => Math.hypot(x - to.x, y - to.y);
      const inWindow = points.filter(({ x, y }) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight);
      return inWindow.toSorted((one, other) => distance(one) - distance(other))[0] ?? null;
    },
    isCovered: (element, others) => {
      if (others.some((each) => pageTree.contains(each, element) || pageTree.contains(element, each))) return false;
      const own = element.getBoundingClientRect();
      return others.some((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        const width = Math.min(own.right, right) - Math.max(own.left, left);
        return width > EDGE && Math.min(own.bottom, bottom) - Math.max(own.top, top) > EDGE;
      });
    },
  };
  return text;
};
