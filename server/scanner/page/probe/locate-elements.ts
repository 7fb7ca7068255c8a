/** A rectangle in CSS pixels, measured from the top left corner of the page. */
export interface PageBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface ElementBook {
  /** Records an element. Returns its number. */
  note(element: Element): number;
  /** Returns the first number in `others` whose element contains this element or is inside it; -1 if there is none. */
  findNested(input: { element: number; others: number[] }): number;
  /**
   * Returns the current positions of the recorded elements, starting with element number `from`; null for elements that
   * can't be seen.
   */
  locate(input: { from: number }): (PageBox | null)[];
  /** Returns a recorded element, unless it has been removed from the page. */
  elementAt(number: number): Element | null;
}

/**
 * Runs in the page: records elements, so that they can be located when the page is in the state that the screenshot
 * shows.
 */
export const createElementBook = (): ElementBook => {
  const elements: Element[] = [];
  const numbers = new Map<Element, number>();
  const boxOf = (element: Element): PageBox | null => {
    if (!element.isConnected || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      return null;
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + window.scrollX, top + window.scrollY];
    // Visually hidden but available to screen readers: clipped to a pixel, or moved off the page.
    if (width * height < 4 || x + width <= 0 || y + height <= 0) return null;
    const round = (value: number): number => Math.round(value * 10) / 10;
    return { x: round(x), y: round(y), width: round(width), height: round(height) };
  };
  return {
    note: (element) => {
      const number = numbers.get(element) ?? elements.push(element) - 1;
      numbers.set(element, number);
      return number;
    },
    findNested: ({ element, others }) => {
      const one = elements[element];
      const isNested = (other: Element | undefined): boolean =>
        one !== undefined && other !== undefined && (one.contains(other) || other.contains(one));
      return others.find((number) => isNested(elements[number])) ?? -1;
    },
    locate: ({ from }) => elements.slice(from).map(boxOf),
    elementAt: (number) => (elements[number]?.isConnected ? elements[number] : null),
  };
};
