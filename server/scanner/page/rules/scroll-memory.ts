export interface ScrollMemory {
  /** Remembers the scroll positions of an element and its ancestors, unless they are already known. */
  rememberScroll(element: Element): void;
  /** Remembers the scroll positions of an element's ancestors, and scrolls the element to the middle of the window. */
  scrollTo(element: Element): void;
  restoreScroll(): void;
  /** Makes scrolling instant while `work` runs, even on pages with smooth scrolling. */
  withoutSmoothness<Result>(work: () => Result): Result;
}

/** Runs in the page. */
export const createScrollMemory = (): ScrollMemory => {
  const scrolled = new Map<Element, [number, number]>();
  const memory: ScrollMemory = {
    rememberScroll: (element) => {
      for (let each: Element | null = element; each; each = each.parentElement) {
        const isRoot = each === document.scrollingElement;
        const canScroll = each.scrollHeight > each.clientHeight || each.scrollWidth > each.clientWidth;
        if (!scrolled.has(each) && (isRoot || canScroll)) scrolled.set(each, [each.scrollLeft, each.scrollTop]);
      }
    },
    scrollTo: (element) => {
      memory.rememberScroll(element);
      element.scrollIntoView({ block: "center", behavior: "instant" });
    },
    restoreScroll: () => {
      for (const [element, [left, top]] of scrolled) element.scrollTo({ left, top, behavior: "instant" });
      scrolled.clear();
    },
    withoutSmoothness: (work) => {
      if (getComputedStyle(document.documentElement).scrollBehavior !== "smooth") return work();
      const { style } = document.documentElement;
      const name = "scroll-behavior";
      const [value, priority] = [style.getPropertyValue(name), style.getPropertyPriority(name)];
      style.setProperty(name, "auto", "important");
      try {
        return work();
      } finally {
        style.setProperty(name, value, priority);
      }
    },
  };
  return memory;
};
