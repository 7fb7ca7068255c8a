/** Numbers the elements of a trial, so that code outside the page can refer to them. */
export interface ElementNumbers {
  /**
   * Returns the number of the element that a selector finds; -1 if there is none. The element may be in a frame or
   * shadow root.
   */
  note(selector: string): number;
  numberOf(element: Element): number;
  at(number: number): Element | null;
  /** Gives an element the number of the element that it replaced. */
  replace(old: Element, fresh: Element): void;
}

/** Runs in the page. */
export const createElementNumbers = (): ElementNumbers => {
  const elements: Element[] = [];
  const numbers = new WeakMap<Element, number>();
  const numberOf = (element: Element): number => {
    const known = numbers.get(element);
    if (known !== undefined) return known;
    numbers.set(element, elements.length);
    return elements.push(element) - 1;
  };
  const find = (selector: string): Element | null => {
    let root: Document | ShadowRoot | null = document;
    let found: Element | null = null;
    for (const step of selector.split(" >>> ")) {
      found = root?.querySelector(step) ?? null;
      root =
        found?.shadowRoot ?? (found && "contentDocument" in found ? (found.contentDocument as Document | null) : null);
    }
    return found;
  };
  return {
    note: (selector) => {
      try {
        const found = find(selector);
        return found ? numberOf(found) : -1;
      } catch {
        return -1;
      }
    },
    numberOf,
    at: (number) => elements[number] ?? null,
    replace: (old, fresh) => {
      const number = numberOf(old);
      numbers.set(fresh, number);
      elements[number] = fresh;
    },
  };
};
