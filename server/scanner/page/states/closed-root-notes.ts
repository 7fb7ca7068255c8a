export interface ClosedRoots {
  /** Reports whether there are custom elements that seem to have no shadow root and weren't there at the last call. */
  mayHaveClosedRoots(): boolean;
}

/** The functions that are called with shadow roots. */
export interface ClosedRootNodes {
  /** From now on, `shadowRoot` returns these closed roots to the scripts in our world. */
  noteClosedRoots(...roots: Node[]): void;
}

/** Runs in the page. Our world has its own prototypes, so that the page doesn't see that one of them is changed. */
export const createClosedRoots = (listRoots: () => (Document | ShadowRoot)[]): ClosedRoots & ClosedRootNodes => {
  const MOST = 20_000;
  const closed = new WeakMap<Element, ShadowRoot>();
  const seen = new WeakSet<Element>();
  let isChanged = false;
  const change = (): void => {
    isChanged = true;
    const original = Object.getOwnPropertyDescriptor(Element.prototype, "shadowRoot");
    Object.defineProperty(Element.prototype, "shadowRoot", {
      configurable: true,
      get(this: Element) {
        return original?.get?.call(this) ?? closed.get(this) ?? null;
      },
    });
  };
  return {
    mayHaveClosedRoots: () => {
      const all = listRoots().flatMap((root) => [...root.querySelectorAll("*")].slice(0, MOST));
      const isOpaque = (element: Element): boolean => element.localName.includes("-") && element.shadowRoot === null;
      const found = all.filter((element) => isOpaque(element) && !seen.has(element));
      for (const element of found) seen.add(element);
      return found.length > 0;
    },
    noteClosedRoots: (...roots) => {
      for (const root of roots) if (root instanceof ShadowRoot) closed.set(root.host, root);
      if (!isChanged) change();
    },
  };
};
